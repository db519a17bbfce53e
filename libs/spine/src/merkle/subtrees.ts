/** Hashes of parts of a log, computed from the few subtrees a store keeps (levels 0, 8, 16 …). */
import { SpineError } from '../errors.ts';
import { HASH_BYTES, nobleHasher } from '../hash.ts';
import type { Hasher } from '../hash.ts';
import { SUBTREE_LEVELS } from './frontier.ts';
import { nodeHash } from './hash.ts';

/** Subtrees of one level that a reader is asked for at once, at most. */
export const TILE_WIDTH = 2 ** SUBTREE_LEVELS;

/**
 * Reads hashes (32 bytes) of the complete subtrees `start` … `start + count - 1` at `level`, where level 0 is the leaves
 * and `level` is a multiple of 8. At most 256 at a time, and a request never crosses a multiple of 256.
 */
export type FetchSubtrees = (
  level: number,
  start: number,
  count: number,
) => Promise<readonly Uint8Array[]> | readonly Uint8Array[];

/** A reader over leaves held in memory. */
export function leafReader(leaves: readonly Uint8Array[], hasher: Hasher = nobleHasher): FetchSubtrees {
  const levels = new Map<number, readonly Uint8Array[]>([[0, leaves]]);
  for (let level = SUBTREE_LEVELS; 2 ** level <= leaves.length; level += SUBTREE_LEVELS) {
    const below = levels.get(level - SUBTREE_LEVELS)!;
    const count = Math.floor(below.length / TILE_WIDTH);
    levels.set(
      level,
      Array.from({ length: count }, (_, i) => fold(below.slice(i * TILE_WIDTH, (i + 1) * TILE_WIDTH), hasher)),
    );
  }
  return (level, start, count) => (levels.get(level) ?? []).slice(start, start + count);
}

/** Computes range hashes of the log of `size` leaves; each tile of 256 hashes is read once. */
export class Subtrees {
  readonly #size: number;
  readonly #fetch: FetchSubtrees;
  readonly #hasher: Hasher;
  readonly #tiles = new Map<string, readonly Uint8Array[]>();

  constructor(size: number, fetch: FetchSubtrees, hasher: Hasher) {
    this.#size = size;
    this.#fetch = fetch;
    this.#hasher = hasher;
  }

  /** MTH(D[from:to]) of RFC 9162, section 2.1.1, where `from` begins a subtree at least as large as the range. */
  async range(from: number, to: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for (let at = from; at < to;) {
      const level = largestLevel(to - at);
      parts.push(await this.#complete(level, at / 2 ** level));
      at += 2 ** level;
    }
    const last = parts.pop()!;
    return parts.reduceRight((right, left) => nodeHash(left, right, this.#hasher), last);
  }

  /** The complete subtree `index` at `level`, from the kept level at or below it. */
  async #complete(level: number, index: number): Promise<Uint8Array> {
    const kept = level - (level % SUBTREE_LEVELS);
    const width = 2 ** (level - kept);
    const first = index * width;
    const tile = await this.#tile(kept, Math.floor(first / TILE_WIDTH));
    return fold(tile.slice(first % TILE_WIDTH, (first % TILE_WIDTH) + width), this.#hasher);
  }

  async #tile(level: number, tile: number): Promise<readonly Uint8Array[]> {
    const name = `${level}/${tile}`;
    const known = this.#tiles.get(name);
    if (known !== undefined) return known;
    const start = tile * TILE_WIDTH;
    const count = Math.min(TILE_WIDTH, Math.floor(this.#size / 2 ** level) - start);
    const hashes = await this.#fetch(level, start, count);
    if (hashes.length !== count || hashes.some((hash) => hash.length !== HASH_BYTES)) {
      throw new SpineError(
        'merkle.missing_node',
        `the store lacks subtrees ${start} to ${start + count - 1} at level ${level}`,
      );
    }
    this.#tiles.set(name, hashes);
    return hashes;
  }
}

/** Largest level whose complete subtree has at most `count` leaves. */
export function largestLevel(count: number): number {
  let level = 0;
  while (2 ** (level + 1) <= count) level++;
  return level;
}

/** Root of a complete subtree of 1, 2, 4 … hashes. */
function fold(hashes: readonly Uint8Array[], hasher: Hasher): Uint8Array {
  let row = hashes;
  while (row.length > 1) {
    const below = row;
    row = Array.from({ length: below.length / 2 }, (_, i) => nodeHash(below[2 * i]!, below[2 * i + 1]!, hasher));
  }
  return row[0]!;
}
