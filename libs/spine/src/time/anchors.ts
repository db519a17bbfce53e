import { SpineError } from '../errors.ts';

/** Certificates of authorities the reader trusts, DER, from PEM text. @throws SpineError `runseal.time_anchor` */
export function parseAnchors(pem: string): Uint8Array[] {
  const blocks = [...pem.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/gu)];
  if (blocks.length === 0) throw refused();
  return blocks.map(([, text]) => {
    try {
      return Uint8Array.from(atob(text!.replaceAll(/\s/gu, '')), (character) => character.charCodeAt(0));
    } catch (cause) {
      throw refused(cause);
    }
  });
}

const refused = (cause?: unknown): SpineError =>
  new SpineError('runseal.time_anchor', 'There is no certificate in PEM form here: -----BEGIN CERTIFICATE-----.', {
    cause,
  });
