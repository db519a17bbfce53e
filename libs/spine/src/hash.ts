/** SHA-256 behind one interface, so that a server can put its faster implementation in place of the portable one. */
import { _SHA256, sha256 } from '@noble/hashes/sha2.js';

export interface Hasher {
  /** 32 bytes: SHA-256 over all parts in order. */
  sha256(...parts: readonly Uint8Array[]): Uint8Array;
}

/** Bytes of every hash in a record. */
export const HASH_BYTES = 32;

/** Input up to this many bytes is gathered and hashed in one piece, which saves a hash object and views of each part. */
const GATHERED = 8 * 1024;

/** SHA-256 (FIPS 180-4) of short inputs: the compression of noble over a buffer that serves again and again. */
class ShortSha256 extends _SHA256 {
  // One block more, for the padding.
  readonly #bytes = new Uint8Array(GATHERED + 64);
  readonly #words = new DataView(this.#bytes.buffer);

  /** Of `length` bytes, at most {@link GATHERED}, that all parts have together. */
  of(parts: readonly Uint8Array[], length: number): Uint8Array {
    const bytes = this.#bytes;
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    const end = Math.ceil((length + 9) / 64) * 64;
    bytes[length] = 0x80;
    bytes.fill(0, length + 1, end - 4);
    this.#words.setUint32(end - 4, length * 8);
    this.set(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);
    for (let block = 0; block < end; block += 64) this.process(this.#words, block);
    return bigEndian(this.get());
  }
}

const short = new ShortSha256();

/** Portable: the browser, the CLI and the server all have it. `nodeHasher` of `@runseal/spine/node` is faster. */
export const nobleHasher: Hasher = {
  sha256(...parts) {
    let length = 0;
    for (const part of parts) length += part.length;
    if (length <= GATHERED) return short.of(parts, length);
    const state = sha256.create();
    for (const part of parts) state.update(part);
    return state.digest();
  },
};

function bigEndian(words: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(HASH_BYTES);
  for (let i = 0; i < HASH_BYTES; i++) bytes[i] = words[i >> 2]! >>> (24 - (i & 3) * 8);
  return bytes;
}
