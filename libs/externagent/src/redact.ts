/** Takes secrets out of whatever is about to be kept. */

import { MARK, writtenForms } from '@runseal/harness';

export interface Redactor {
  /** The same bytes when no secret stands in them. */
  readonly bytes: (bytes: Uint8Array) => Uint8Array;
  readonly text: (text: string) => string;
  /** True when a secret stands in the text. */
  readonly finds: (text: string) => boolean;
}

/** Matches each secret as it stands and as JSON would escape it. Empty secrets are ignored. */
export function redactor(secrets: readonly string[]): Redactor {
  const written = secrets.filter((secret) => secret !== '').flatMap((secret) => writtenForms(secret));
  const forms = [...new Set(written)].sort((a, b) => b.length - a.length);
  const binary = forms.map((form) => Buffer.from(form, 'utf8').toString('latin1'));
  return {
    bytes(bytes) {
      // One byte, one character: lines that are not valid UTF-8 are searched too, and keep their other bytes.
      const text = Buffer.from(bytes).toString('latin1');
      return binary.some((form) => text.includes(form)) ? Buffer.from(replaceEach(text, binary), 'latin1') : bytes;
    },
    text: (text) => replaceEach(text, forms),
    finds: (text) => forms.some((form) => text.includes(form)),
  };
}

function replaceEach(text: string, forms: readonly string[]): string {
  return forms.reduce((rest, form) => rest.replaceAll(form, MARK), text);
}
