/** Reads RFC 8949 core deterministic CBOR and nothing else. The bytes may come from an attacker. */
import { INT64_MAX, MAX_CBOR_DEPTH } from './limits.ts';
import { textIn } from './texts.ts';
import { SpineError } from '../errors.ts';
import type { CborMap, CborValue } from '../values.ts';

/**
 * The value of canonical bytes. Integers are `number` while safe, else `bigint`; maps have no prototype; byte strings
 * are views into `bytes`, not copies.
 *
 * Throws `enc.decode` (cut short, not of the value model, nested too deep), `enc.indefinite_length`,
 * `enc.invalid_utf8`, `enc.duplicate_map_key`, `enc.trailing_bytes`, and, where the bytes are otherwise well-formed,
 * `enc.non_canonical_cbor` (a head that is not the shortest, keys out of order).
 */
export function decodeCbor(bytes: Uint8Array): CborValue {
  const reader = new CborReader(bytes);
  const value = reader.value(0);
  reader.end();
  return value;
}

/** A cursor over hostile bytes. Canonical form is judged at the end, so that the graver fault is the one named. */
export class CborReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #nonCanonical: string | null = null;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Bytes read so far. */
  get at(): number {
    return this.#at;
  }

  /** One whole value. */
  value(depth: number): CborValue {
    if (depth > MAX_CBOR_DEPTH) throw refused('enc.decode', this.#at, `nested deeper than ${MAX_CBOR_DEPTH}`);
    const start = this.#at;
    const { major, argument } = this.head();
    switch (major) {
      case 0:
        return this.#int(argument, start);
      case 1:
        return this.#negative(argument, start);
      case 2:
        return this.bytes(argument);
      case 3:
        return this.text(argument);
      case 4:
        return this.#array(argument, depth);
      case 5:
        return this.#map(argument, depth);
      case 7:
        return this.#simple(argument, start);
      default:
        throw refused('enc.decode', start, 'a tag, which a record never holds');
    }
  }

  /** The next head. For major 7 the argument is the simple value, and floats are refused. */
  head(): { major: number; argument: number | bigint } {
    const start = this.#at;
    const first = this.#take(1);
    const initial = this.#bytes[first]!;
    const major = initial >> 5;
    const info = initial & 31;
    if (info < 24) return { major, argument: info };
    if (info === 31) throw refused('enc.indefinite_length', start, 'an indefinite length; write the exact length');
    if (info > 27) throw refused('enc.decode', start, 'a reserved head');
    if (major === 7)
      throw refused('enc.decode', start, 'a float or an unassigned simple value, which a record never holds');
    const argument = this.#argument(info);
    if (argument < SHORTEST[info - 24]!) this.#blame(start, 'a head longer than it need be');
    return { major, argument };
  }

  /** The content of a byte string whose head was just read. */
  bytes(length: number | bigint): Uint8Array {
    const start = this.#take(length);
    return this.#bytes.subarray(start, this.#at);
  }

  /** The content of a text whose head was just read. */
  text(length: number | bigint): string {
    const start = this.#take(length);
    const text = textIn(this.#bytes, start, this.#at);
    if (text === null) throw refused('enc.invalid_utf8', start, 'a text that is not valid UTF-8');
    return text;
  }

  /** Throws unless everything was read and was canonical. */
  end(): void {
    if (this.#at !== this.#bytes.length)
      throw refused('enc.trailing_bytes', this.#at, 'bytes after the end of the value');
    if (this.#nonCanonical !== null) throw new SpineError('enc.non_canonical_cbor', this.#nonCanonical);
  }

  #array(length: number | bigint, depth: number): CborValue[] {
    const items: CborValue[] = [];
    for (let i = this.count(length, 1); i > 0; i--) items.push(this.value(depth + 1));
    return items;
  }

  #map(length: number | bigint, depth: number): CborMap {
    const map = Object.create(null) as Record<string, CborValue>;
    let previous = -1;
    let previousEnd = -1;
    for (let i = this.count(length, 2); i > 0; i--) {
      const start = this.#at;
      const { major, argument } = this.head();
      if (major !== 3) throw refused('enc.decode', start, 'a map key that is not a text');
      const key = this.text(argument);
      if (key in map) throw refused('enc.duplicate_map_key', start, `the key ${JSON.stringify(key)} a second time`);
      if (previous >= 0 && !this.#sorted(previous, previousEnd, start)) this.#blame(start, 'map keys out of order');
      previous = start;
      previousEnd = this.#at;
      map[key] = this.value(depth + 1);
    }
    return map;
  }

  #int(argument: number | bigint, start: number): number | bigint {
    if (argument > INT64_MAX) throw refused('enc.decode', start, 'an integer beyond int64');
    return argument;
  }

  #negative(argument: number | bigint, start: number): number | bigint {
    if (argument > INT64_MAX) throw refused('enc.decode', start, 'an integer beyond int64');
    if (typeof argument === 'number' && argument < Number.MAX_SAFE_INTEGER) return -1 - argument;
    return -1n - BigInt(argument);
  }

  #simple(argument: number | bigint, start: number): boolean | null {
    if (argument === 20) return false;
    if (argument === 21) return true;
    if (argument === 22) return null;
    throw refused('enc.decode', start, 'undefined or an unassigned simple value, which a record never holds');
  }

  #argument(info: number): number | bigint {
    const width = 2 ** (info - 24);
    const at = this.#take(width);
    const bytes = this.#bytes;
    if (width === 1) return bytes[at]!;
    if (width === 2) return bytes[at]! * 0x100 + bytes[at + 1]!;
    const high = uint32(bytes, at);
    if (width === 4) return high;
    const low = uint32(bytes, at + 4);
    return high < 0x20_0000 ? high * 0x1_0000_0000 + low : (BigInt(high) << 32n) + BigInt(low);
  }

  /** Checks a claimed number of items against the bytes that are left before anything is built for them. */
  count(length: number | bigint, bytesEach: number): number {
    // A length beyond 2^53 is too long by far, exact or not.
    if (Number(length) * bytesEach > this.#bytes.length - this.#at) {
      throw refused('enc.decode', this.#at, `${length} items claimed, more than the bytes left can hold`);
    }
    return Number(length);
  }

  /** Steps over `length` bytes and returns where they begin. */
  #take(length: number | bigint): number {
    const start = this.#at;
    if (length > this.#bytes.length - start) throw refused('enc.decode', start, 'cut short');
    this.#at = start + Number(length);
    return start;
  }

  /** True when the key from `start` to here sorts after the previous one, bytewise on the encoded form. */
  #sorted(previous: number, previousEnd: number, start: number): boolean {
    const bytes = this.#bytes;
    const shared = Math.min(previousEnd - previous, this.#at - start);
    for (let i = 0; i < shared; i++) {
      const before = bytes[previous + i]!;
      const now = bytes[start + i]!;
      if (before !== now) return before < now;
    }
    return previousEnd - previous < this.#at - start;
  }

  #blame(at: number, what: string): void {
    this.#nonCanonical ??= `byte ${at}: ${what}; only the shortest, sorted encoding is accepted`;
  }
}

/** Least argument that needs a head of 1, 2, 4 and 8 more bytes. */
const SHORTEST = [24, 0x100, 0x1_0000, 0x1_0000_0000];

function uint32(bytes: Uint8Array, at: number): number {
  return bytes[at]! * 0x100_0000 + (bytes[at + 1]! << 16) + (bytes[at + 2]! << 8) + bytes[at + 3]!;
}

function refused(
  code: 'enc.decode' | 'enc.duplicate_map_key' | 'enc.indefinite_length' | 'enc.invalid_utf8' | 'enc.trailing_bytes',
  at: number,
  what: string,
): SpineError {
  return new SpineError(code, `byte ${at}: ${what}`);
}
