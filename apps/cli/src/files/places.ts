import { HASH_BYTES } from '@runseal/spine';

export interface Place {
  /** Of the first byte. */
  readonly at: number;
  /** Bytes, below 4 GiB. */
  readonly length: number;
}

const FIRST_ROOM = 256;

/** Where in a file things with a hash (32 bytes) for a name stand, 48 bytes each: as objects, very many would take several times that. */
export class Places {
  #count = 0;
  #names = Buffer.alloc(FIRST_ROOM * HASH_BYTES);
  #ats = new Float64Array(FIRST_ROOM);
  #lengths = new Uint32Array(FIRST_ROOM);
  /** Once nothing is added any more: which comes where in the order of the names. */
  #order: Uint32Array | null = null;

  /** Throws TypeError after the first `find` or `distinct`, or where the name is none. */
  add(name: Uint8Array, { at, length }: Place): void {
    if (this.#order !== null || name.length !== HASH_BYTES) throw new TypeError('no place for this');
    if (this.#count === this.#ats.length) this.#grow();
    this.#names.set(name, this.#count * HASH_BYTES);
    this.#ats[this.#count] = at;
    this.#lengths[this.#count] = length;
    this.#count += 1;
  }

  /** Of several with this name, any. */
  find(name: Uint8Array): Place | undefined {
    const order = this.#sorted();
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const here = order[middle]!;
      const compared = this.#compared(name, here);
      if (compared === 0) return { at: this.#ats[here]!, length: this.#lengths[here]! };
      if (compared < 0) high = middle - 1;
      else low = middle + 1;
    }
    return undefined;
  }

  /** How many different names there are. Nothing can be added any more. */
  get distinct(): number {
    const order = this.#sorted();
    return order.filter((n, i) => i === 0 || this.#compared(this.#name(n), order[i - 1]!) !== 0).length;
  }

  #sorted(): Uint32Array {
    this.#order ??= Uint32Array.from({ length: this.#count }, (_, n) => n).sort((a, b) =>
      this.#compared(this.#name(a), b),
    );
    return this.#order;
  }

  #name(n: number): Uint8Array {
    return this.#names.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES);
  }

  #compared(name: Uint8Array, n: number): number {
    return Buffer.compare(name, this.#name(n));
  }

  #grow(): void {
    const [names, ats, lengths] = [this.#names, this.#ats, this.#lengths];
    this.#names = Buffer.alloc(names.length * 2);
    this.#names.set(names);
    this.#ats = new Float64Array(ats.length * 2);
    this.#ats.set(ats);
    this.#lengths = new Uint32Array(lengths.length * 2);
    this.#lengths.set(lengths);
  }
}
