/**
 * Splits a byte stream into frames on LF bytes only. Total: any bytes in, every byte belongs to exactly one frame or is
 * the LF that ended it. U+2028, CR and NUL are ordinary bytes of a line.
 */
import { createHash, type Hash } from 'node:crypto';

/** Most bytes of one line that are kept; longer lines are kept as hash and length. */
export const MAX_LINE_BYTES = 1024 * 1024;

export interface Frame {
  /** Counted from 1 per splitter. */
  readonly number: number;
  /** SHA-256 over the whole line without its LF, however long it was. */
  readonly sha256: Uint8Array;
  /** Length of the whole line without its LF. */
  readonly bytes: number;
  /** The line; null when it was longer than the cap. */
  readonly line: Uint8Array | null;
  /** False for a last line that the stream ended without an LF. */
  readonly terminated: boolean;
}

const LF = 0x0a;

/** Holds at most `maxLineBytes` of an unfinished line, whatever is fed to it. */
export class FrameSplitter {
  readonly #cap: number;
  #number = 0;
  #hash: Hash | null = null;
  #bytes = 0;
  /** The unfinished line so far, in a buffer that grows up to the cap; kept from line to line. */
  #kept = new Uint8Array(4096);

  constructor(maxLineBytes: number = MAX_LINE_BYTES) {
    this.#cap = maxLineBytes;
  }

  /** Frames that this chunk completes. */
  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      this.#take(chunk.subarray(start, end));
      frames.push(this.#finish(true));
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
    return frames;
  }

  /** The last line, when the stream ended without an LF. */
  end(): Frame[] {
    return this.#bytes === 0 ? [] : [this.#finish(false)];
  }

  #take(piece: Uint8Array): void {
    this.#hash ??= createHash('sha256');
    this.#hash.update(piece);
    const start = this.#bytes;
    this.#bytes += piece.length;
    if (this.#bytes <= this.#cap) this.#room(this.#bytes).set(piece, start);
  }

  #room(needed: number): Uint8Array {
    if (needed > this.#kept.length) {
      const grown = new Uint8Array(Math.min(Math.max(needed, this.#kept.length * 2), Math.max(this.#cap, needed)));
      grown.set(this.#kept);
      this.#kept = grown;
    }
    return this.#kept;
  }

  #finish(terminated: boolean): Frame {
    this.#number += 1;
    const frame: Frame = {
      number: this.#number,
      sha256: new Uint8Array((this.#hash ?? createHash('sha256')).digest()),
      bytes: this.#bytes,
      line: this.#bytes > this.#cap ? null : this.#kept.slice(0, this.#bytes),
      terminated,
    };
    this.#hash = null;
    this.#bytes = 0;
    return frame;
  }
}
