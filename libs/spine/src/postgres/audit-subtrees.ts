/** The Merkle subtrees a store keeps of a run, held against those its events make. */
import { equalBytes } from '../bytes.ts';
import { HASH_BYTES } from '../hash.ts';
import { SUBTREE_LEVELS, TILE_WIDTH } from '../merkle.ts';
import type { Finding } from './audit-finding.ts';
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';

/** Stored subtrees read at once. */
const PAGE = 1_000;
const FIRST_ROOM = 64;

/**
 * What the events of a run make, 33 bytes a subtree: their hashes are copied next to each other, for a digest that is kept
 * keeps the whole piece of memory it lies in.
 */
export class Subtrees {
  readonly #levels = new Map<number, Level>();

  /** As a frontier that began empty completes them: at each level one after the other. */
  add(level: number, hash: Uint8Array): void {
    let at = this.#levels.get(level);
    if (at === undefined) this.#levels.set(level, (at = new Level()));
    at.add(hash);
  }

  /** Whether this subtree is one of them; it counts as there from now on, whatever its hash. */
  meets(level: number, index: number, hash: Uint8Array): boolean {
    return this.#levels.get(level)?.meets(index, hash) ?? false;
  }

  /** Those never met, in the order in which they were added. */
  *unmet(): Generator<readonly [level: number, index: number]> {
    const lowest = this.#levels.get(SUBTREE_LEVELS)?.count ?? 0;
    for (let index = 0; index < lowest; index += 1) {
      let [level, here] = [SUBTREE_LEVELS, index];
      for (;;) {
        if (this.#levels.get(level)?.met(here) === false) yield [level, here];
        if ((here + 1) % TILE_WIDTH !== 0) break;
        here = (here + 1) / TILE_WIDTH - 1;
        level += SUBTREE_LEVELS;
      }
    }
  }
}

class Level {
  count = 0;
  #hashes = new Uint8Array(FIRST_ROOM * HASH_BYTES);
  #met = new Uint8Array(FIRST_ROOM);

  add(hash: Uint8Array): void {
    if (this.count === this.#met.length) {
      this.#hashes = doubled(this.#hashes);
      this.#met = doubled(this.#met);
    }
    this.#hashes.set(hash, this.count * HASH_BYTES);
    this.count += 1;
  }

  meets(index: number, hash: Uint8Array): boolean {
    if (index < 0 || index >= this.count) return false;
    this.#met[index] = 1;
    return equalBytes(this.#hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES), hash);
  }

  met(index: number): boolean {
    return this.#met[index] === 1;
  }
}

function doubled(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(bytes.length * 2);
  more.set(bytes);
  return more;
}

/** Those stored that are others than the events make, then those that are missing. `size`: events that were read. */
export async function* compareSubtrees(sql: Sql, run: string, size: number, made: Subtrees): AsyncGenerator<Finding> {
  for await (const { level, index, hash } of storedSubtrees(sql, run)) {
    // Completed by events that came while this ran.
    if ((index + 1) * 2 ** level > size) continue;
    if (!made.meets(level, index, hash)) yield finding(level, index, 'is not that of its events');
  }
  for (const [level, index] of made.unmet()) yield finding(level, index, 'is missing');
}

async function* storedSubtrees(
  sql: Sql,
  run: string,
): AsyncGenerator<{ level: number; index: number; hash: Uint8Array }> {
  let last: { level: number; index: string } = { level: -1, index: '-1' };
  for (;;) {
    const page = await mapped(sql<{ level: number; index: string; hash: Buffer }[]>`
      select level, index, hash from spine.subtree
      where run = ${run} and (level, index) > (${last.level}, ${last.index}) order by level, index limit ${PAGE}`);
    for (const { level, index, hash } of page) yield { level, index: Number(index), hash };
    const end = page.at(-1);
    if (end === undefined) return;
    last = end;
  }
}

const finding = (level: number, index: number, what: string): Finding => ({
  code: 'runseal.subtree_mismatch',
  seq: null,
  column: 'hash',
  sentence: `The stored Merkle subtree ${level}/${index} ${what}.`,
});
