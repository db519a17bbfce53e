import type { ContentRef } from '@runseal/spine';
import { Places } from './places.ts';

/** Contents that events name, some sixty bytes each, and which of them were found. Names come first, then what is found. */
export class NamedContents {
  /** In order of their coming: where a name stands is its number, how long it is the length of its content. */
  readonly #names = new Places();
  readonly #medias = new Map<string, number>();
  readonly #mediaNames: string[] = [];
  /** Number → media type, by its place among those. */
  readonly #mediaOf: number[] = [];
  readonly #found = new Set<number>();

  add({ commitment, bytes, media }: ContentRef): void {
    this.#names.add(commitment, { at: this.#mediaOf.length, length: bytes });
    let known = this.#medias.get(media);
    if (known === undefined) {
      known = this.#mediaNames.push(media) - 1;
      this.#medias.set(media, known);
    }
    this.#mediaOf.push(known);
  }

  /** What the record says of it; null where it names no such content. */
  find(commitment: Uint8Array): { readonly bytes: number; readonly media: string } | null {
    const place = this.#names.find(commitment);
    return place === undefined ? null : { bytes: place.length, media: this.#mediaNames[this.#mediaOf[place.at]!]! };
  }

  mark(commitment: Uint8Array): void {
    const place = this.#names.find(commitment);
    if (place !== undefined) this.#found.add(place.at);
  }

  /** Each once. */
  get count(): number {
    return this.#names.distinct;
  }

  get found(): number {
    return this.#found.size;
  }
}
