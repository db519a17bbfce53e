import { existsSync } from 'node:fs';
import { HASH_BYTES } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { contentOnLine } from './contents.ts';
import { linesOf } from './lines.ts';
import { pieces } from './read.ts';

/** SHA-256 (32 bytes) of the contents that are asked after, by commitment (hex), of those that are at hand. */
export class ContentDigests {
  /** Where the digest of each stands, whether it is known or not. */
  readonly #places = new Map<string, number>();
  readonly #digests: Uint8Array;
  readonly #known: Uint8Array;

  constructor(wanted: Iterable<string>) {
    for (const commitment of wanted) if (!this.#places.has(commitment)) this.#places.set(commitment, this.#places.size);
    this.#digests = new Uint8Array(this.#places.size * HASH_BYTES);
    this.#known = new Uint8Array(this.#places.size);
  }

  /** A content that nobody asked after is let go. */
  see({ commitment, bytes }: { readonly commitment: string; readonly bytes: Uint8Array }): void {
    const place = this.#places.get(commitment);
    if (place === undefined) return;
    this.#digests.set(nodeHasher.sha256(bytes), place * HASH_BYTES);
    this.#known[place] = 1;
  }

  get(commitment: string): Uint8Array | undefined {
    const place = this.#places.get(commitment);
    if (place === undefined || this.#known[place] !== 1) return undefined;
    return this.#digests.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);
  }
}

/** The digests of contents in a file as `readContents` reads it. It goes by once, and one content is held at a time. */
export async function readContentDigests(file: string, wanted: Iterable<string>): Promise<ContentDigests> {
  const digests = new ContentDigests(wanted);
  if (!existsSync(file)) return digests;
  for await (const line of linesOf(pieces(file))) {
    const content = contentOnLine(line);
    if (content !== null) digests.see(content);
  }
  return digests;
}
