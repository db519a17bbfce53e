/** The beginning of a stream of bytes, up to a bound; how long all of it was is known whatever is kept. */
export class KeptBytes {
  readonly #bound: number;
  #chunks: Uint8Array[] = [];
  #kept = 0;
  total = 0;
  /** All of the stream has come. */
  ended = false;

  constructor(bound: number) {
    this.#bound = bound;
  }

  push(chunk: Uint8Array): void {
    this.total += chunk.length;
    const room = this.#bound - this.#kept;
    if (room <= 0) return;
    const piece = chunk.length <= room ? chunk : chunk.subarray(0, room);
    this.#chunks.push(piece);
    this.#kept += piece.length;
  }

  get isWhole(): boolean {
    return this.#kept === this.total;
  }

  /** What is kept may break off within anything. */
  get isTorn(): boolean {
    return !this.ended || !this.isWhole;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }
}
