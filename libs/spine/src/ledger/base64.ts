/** Base64 as RFC 4648 section 4 has it, canonical: padded, no white space, no stray bits. Works in Node and browsers. */
import { SpineError } from '../errors.ts';

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

/** @throws SpineError `runseal.ledger_malformed` for anything that is not the one canonical encoding. */
export function fromBase64(text: string, what: string): Uint8Array {
  let binary: string;
  try {
    binary = atob(text);
  } catch (cause) {
    throw new SpineError('runseal.ledger_malformed', `${what} is not base64.`, { cause });
  }
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  if (toBase64(bytes) !== text) throw new SpineError('runseal.ledger_malformed', `${what} is not canonical base64.`);
  return bytes;
}
