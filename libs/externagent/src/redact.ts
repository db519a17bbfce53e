/** Takes secrets out of whatever is about to be kept. */

import { MARK, writtenForms } from '@runseal/harness';

export interface Redactor {
  /** The same bytes when no secret stands in them. */
  readonly bytes: (bytes: Uint8Array) => Uint8Array;
  /** As `bytes`, of the beginning of something: without the part of a secret that it may end with, either. */
  readonly beginning: (bytes: Uint8Array) => Uint8Array;
  /** As `bytes`, of the end of something: without the part of a secret that it may start with, either. */
  readonly ending: (bytes: Uint8Array) => Uint8Array;
  readonly text: (text: string) => string;
  /** True when a secret stands in the text. */
  readonly finds: (text: string) => boolean;
}

/** Matches each secret as it stands and as JSON would escape it. Empty secrets are ignored. */
export function redactor(secrets: readonly string[]): Redactor {
  const written = secrets.filter((secret) => secret !== '').flatMap((secret) => writtenForms(secret));
  const forms = [...new Set(written)].sort((a, b) => b.length - a.length);
  const binary = forms.map((form) => Buffer.from(form, 'utf8').toString('latin1'));
  const longest = Math.max(0, ...binary.map((form) => form.length));
  // One byte, one character: lines that are not valid UTF-8 are searched too, and keep their other bytes.
  const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
  const whole = (bytes: Uint8Array): Uint8Array => {
    const text = textOf(bytes);
    return binary.some((form) => text.includes(form)) ? Buffer.from(replaceEach(text, binary), 'latin1') : bytes;
  };
  return {
    bytes: whole,
    beginning(bytes) {
      const clean = whole(bytes);
      const end = textOf(clean.subarray(-longest));
      const torn = Math.max(0, ...binary.map((form) => shared(end, form)));
      return torn < PART ? clean : Buffer.concat([clean.subarray(0, -torn), Buffer.from(MARK)]);
    },
    ending(bytes) {
      const clean = whole(bytes);
      const start = textOf(clean.subarray(0, longest));
      const torn = Math.max(0, ...binary.map((form) => shared(form, start)));
      return torn < PART ? clean : Buffer.concat([Buffer.from(MARK), clean.subarray(torn)]);
    },
    text: (text) => replaceEach(text, forms),
    finds: (text) => forms.some((form) => text.includes(form)),
  };
}

/** Fewer characters of a secret say nothing, and many texts end with them. */
const PART = 4;

/** How many characters the first text ends with and the second starts with. */
function shared(first: string, second: string): number {
  for (let length = Math.min(first.length, second.length); length > 0; length -= 1)
    if (first.endsWith(second.slice(0, length))) return length;
  return 0;
}

function replaceEach(text: string, forms: readonly string[]): string {
  return forms.reduce((rest, form) => rest.replaceAll(form, MARK), text);
}
