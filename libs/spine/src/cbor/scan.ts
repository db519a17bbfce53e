/** Walks over RFC 8949 core deterministic CBOR without building what it says. The bytes may come from an attacker. */
import { MAX_CBOR_DEPTH } from './limits.ts';
import { textIn } from './texts.ts';

/**
 * Accepts exactly what `decodeCbor` accepts, and names no fault: for bytes it does not accept a method answers false, null
 * or -1, stands anywhere, and leaves it to the decoder to say what is wrong with them.
 *
 * @example const scan = new CborScan(bytes); if (scan.value(0) && scan.at === bytes.length) // canonical
 */
export class CborScan {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Bytes passed so far. */
  get at(): number {
    return this.#at;
  }

  /** Passes one whole value. */
  value(depth: number): boolean {
    if (depth > MAX_CBOR_DEPTH) return false;
    const initial = this.#bytes[this.#at];
    if (initial === undefined) return false;
    switch (initial >> 5) {
      case 0:
      case 1:
        return this.integer() !== null;
      case 2:
        return this.#pass(this.#argument());
      case 3:
        return this.#textBytes();
      case 4:
        return this.#array(depth);
      case 5:
        return this.#map(depth);
      default:
        this.#at++;
        return initial === FALSE || initial === TRUE || initial === NULL;
    }
  }

  /** Passes an integer of int64: as near to it as a number can be. */
  integer(): number | null {
    const initial = this.#bytes[this.#at];
    if (initial === undefined || initial > LAST_NEGATIVE) return null;
    if ((initial & 31) === EIGHT_BYTES && this.#bytes[this.#at + 1]! > 0x7f) return null;
    const argument = this.#argument();
    if (argument < 0) return null;
    return initial >> 5 === 0 ? argument : -1 - argument;
  }

  /** Passes a text. */
  text(): string | null {
    if (this.#major() !== 3) return null;
    const length = this.#argument();
    const from = this.#at;
    return this.#pass(length) ? textIn(this.#bytes, from, this.#at) : null;
  }

  /** Passes the head of a map: the number of its entries. */
  entries(): number {
    return this.#major() === 5 ? this.#argument() : -1;
  }

  /** Passes exactly these bytes, or stays where it is. */
  exactly(expected: Uint8Array): boolean {
    const { length } = expected;
    for (let i = 0; i < length; i++) if (this.#bytes[this.#at + i] !== expected[i]) return false;
    this.#at += length;
    return true;
  }

  #array(depth: number): boolean {
    for (let left = this.#argument(); left !== 0; left--) if (left < 0 || !this.value(depth + 1)) return false;
    return true;
  }

  #map(depth: number): boolean {
    let previous = -1;
    for (let left = this.#argument(); left !== 0; left--) {
      const start = this.#at;
      if (left < 0 || this.#major() !== 3 || !this.#textBytes()) return false;
      if (previous >= 0 && !this.#ascends(previous, start)) return false;
      previous = start;
      if (!this.value(depth + 1)) return false;
    }
    return true;
  }

  #textBytes(): boolean {
    const length = this.#argument();
    const from = this.#at;
    if (!this.#pass(length)) return false;
    const bytes = this.#bytes;
    const end = this.#at;
    for (let i = from; i < end; i++) if (bytes[i]! > 0x7f) return textIn(bytes, from, end) !== null;
    return true;
  }

  /** Of two whole keys, true when the one at `now` sorts after the one at `before`: then it is another one, too. */
  #ascends(before: number, now: number): boolean {
    const bytes = this.#bytes;
    // Heads of the shortest form tell the length, so neither key can be the beginning of the other.
    for (let i = 0; now + i < this.#at; i++) {
      const difference = bytes[now + i]! - bytes[before + i]!;
      if (difference !== 0) return difference > 0;
    }
    return false;
  }

  #major(): number {
    return (this.#bytes[this.#at] ?? 0xff) >> 5;
  }

  /** Passes a head that is the shortest there is. A number cannot tell arguments beyond 2^53 apart; -1 for no such head. */
  #argument(): number {
    const bytes = this.#bytes;
    const at = this.#at;
    const info = bytes[at]! & 31;
    if (info < 24) {
      this.#at = at + 1;
      return info;
    }
    const width = WIDTHS[info - 24];
    if (width === undefined || at + 1 + width > bytes.length) return -1;
    let argument = 0;
    for (let i = 1; i <= width; i++) argument = argument * 0x100 + bytes[at + i]!;
    this.#at = at + 1 + width;
    return argument < LEAST[info - 24]! ? -1 : argument;
  }

  #pass(length: number): boolean {
    if (length < 0 || length > this.#bytes.length - this.#at) return false;
    this.#at += length;
    return true;
  }
}

/** The last first byte of a negative integer, and what a head says that is followed by 8 bytes. */
const LAST_NEGATIVE = 0x3f;
const EIGHT_BYTES = 27;
const FALSE = 0xf4;
const TRUE = 0xf5;
const NULL = 0xf6;

/** Bytes behind the first one of a head, and the least argument that needs them. */
const WIDTHS = [1, 2, 4, 8];
const LEAST = [24, 0x100, 0x1_0000, 0x1_0000_0000];
