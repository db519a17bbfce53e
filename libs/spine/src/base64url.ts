/** Base64url without padding (RFC 4648, section 5), strict in both directions. */
import { SpineError } from './errors.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Map(Array.from(ALPHABET, (letter, value) => [letter, value]));

/** Text of `bytes`, unpadded. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      text += ALPHABET[(held >> bits) & 63]!;
    }
  }
  return bits > 0 ? text + ALPHABET[(held << (6 - bits)) & 63]! : text;
}

/**
 * Bytes of an unpadded text. One byte string has exactly one text: padding, foreign letters and left-over bits are
 * refused with `runseal.bad_base64url`.
 */
export function fromBase64Url(text: string): Uint8Array {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const letter of text) {
    const value = VALUES.get(letter);
    if (value === undefined) throw refused(`the letter ${JSON.stringify(letter)} does not belong there`);
    held = ((held << 6) | value) & 0x3fff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
    }
  }
  if (bits >= 6 || (held & ((1 << bits) - 1)) !== 0) throw refused('it has left-over bits');
  return Uint8Array.from(bytes);
}

function refused(why: string): SpineError {
  return new SpineError(
    'runseal.bad_base64url',
    `this is not unpadded base64url: ${why}; check that the text was copied whole`,
  );
}
