/** Byte strings: bytes in, bytes out. No Buffer, so that the browser runs the same code. */
import { SpineError } from './errors.ts';

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder();

/** UTF-8 bytes of a text this program wrote itself. */
export function utf8(text: string): Uint8Array {
  return utf8Encoder.encode(text);
}

/** One byte string made of all parts in order. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** True when both hold the same bytes. Not constant-time: nothing compared here is secret. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
}

/** 8 bytes, big-endian, of a length or size. */
export function uint64BE(value: number | bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** Lower-case hex. Decoded in one piece: put together letter by letter, a text stays a chain many times its size. */
export function toHex(bytes: Uint8Array): string {
  const digits = new Uint8Array(bytes.length * 2);
  for (let i = 0; i < bytes.length; i++) {
    digits[2 * i] = DIGITS[bytes[i]! >> 4]!;
    digits[2 * i + 1] = DIGITS[bytes[i]! & 15]!;
  }
  return utf8Decoder.decode(digits);
}

const DIGITS = utf8('0123456789abcdef');

/** Throws `runseal.bad_hex` for anything but an even number of hex digits. */
export function fromHex(hex: string): Uint8Array {
  if (hex.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(hex)) {
    throw new SpineError(
      'runseal.bad_hex',
      'expected an even number of hex digits; check that the text was copied whole',
    );
  }
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = digit(hex.charCodeAt(2 * i)) * 16 + digit(hex.charCodeAt(2 * i + 1));
  return bytes;
}

/** Of the character code of a hex digit: letters of both cases end in 1 to 6, and only they have bit 6. */
const digit = (code: number): number => (code & 0xf) + (code & 0x40 ? 9 : 0);

/** Throws `runseal.bad_length` unless `bytes` is a Uint8Array of exactly `length` bytes. */
export function expectBytes(name: string, bytes: Uint8Array, length: number): void {
  if (bytes instanceof Uint8Array && bytes.length === length) return;
  const got = bytes instanceof Uint8Array ? `length=${bytes.length}` : `type=${typeof bytes}`;
  throw new SpineError('runseal.bad_length', `"${name}" expected Uint8Array of length ${length}, got ${got}`);
}
