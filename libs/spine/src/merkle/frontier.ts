/** The right edge of a growing Merkle log: an append is O(1), the root O(log n). */
import { concat, uint64BE } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import { HASH_BYTES, nobleHasher } from '../hash.ts';
import type { Hasher } from '../hash.ts';
import { EMPTY_ROOT, nodeHash } from './hash.ts';

/** Root over leaf hashes in order; {@link EMPTY_ROOT} for none. */
export function rootOf(leaves: Iterable<Uint8Array>, hasher: Hasher = nobleHasher): Uint8Array {
  const frontier = new Frontier({ size: 0, nodes: [] }, { hasher });
  for (const leaf of leaves) frontier.append(leaf);
  return frontier.root();
}

/** What has to be kept of a log to go on appending to it. */
export interface FrontierState {
  /** Leaves so far. */
  readonly size: number;
  /** Hashes (32 bytes) of the complete subtrees `size` is made of, the largest (leftmost) first: one per set bit. */
  readonly nodes: readonly Uint8Array[];
}

/** Called for each subtree completed by an append whose level is 8, 16, 24 …; kept, they make proofs O(log n) reads. */
export type OnSubtree = (level: number, index: number, hash: Uint8Array) => void;

/** Levels between the subtrees a store keeps. */
export const SUBTREE_LEVELS = 8;

/** The right edge of a growing log. */
export class Frontier {
  #size: number;
  readonly #nodes: Uint8Array[];
  readonly #hasher: Hasher;
  readonly #onSubtree: OnSubtree | undefined;

  /** Throws `runseal.bad_frontier` when the state is not one a log can have. */
  constructor(state: FrontierState = { size: 0, nodes: [] }, options: { hasher?: Hasher; onSubtree?: OnSubtree } = {}) {
    checkState(state);
    this.#size = state.size;
    this.#nodes = [...state.nodes];
    this.#hasher = options.hasher ?? nobleHasher;
    this.#onSubtree = options.onSubtree;
  }

  get size(): number {
    return this.#size;
  }

  get state(): FrontierState {
    return { size: this.#size, nodes: [...this.#nodes] };
  }

  /** Adds one leaf hash (32 bytes). */
  append(leaf: Uint8Array): void {
    if (leaf.length !== HASH_BYTES) throw badFrontier(`a leaf hash has ${HASH_BYTES} bytes, this one ${leaf.length}`);
    let hash = leaf;
    let level = 0;
    // Each set low bit of the old size is a complete subtree that the new leaf completes one level further up.
    for (let rest = this.#size; rest % 2 === 1; rest = (rest - 1) / 2) {
      hash = nodeHash(this.#nodes.pop()!, hash, this.#hasher);
      level++;
      if (level % SUBTREE_LEVELS === 0) this.#onSubtree?.(level, (rest - 1) / 2, hash);
    }
    this.#nodes.push(hash);
    this.#size++;
  }

  /** 32 bytes: the root over everything appended. */
  root(): Uint8Array {
    const last = this.#nodes.at(-1);
    if (last === undefined) return EMPTY_ROOT;
    return this.#nodes.slice(0, -1).reduceRight((right, left) => nodeHash(left, right, this.#hasher), last);
  }

  /** uint64BE(size) ‖ the nodes. */
  toBytes(): Uint8Array {
    return concat([uint64BE(this.#size), ...this.#nodes]);
  }

  /** Reads {@link toBytes}. Throws `runseal.bad_frontier` when the bytes are not a frontier. */
  static fromBytes(bytes: Uint8Array, options: { hasher?: Hasher; onSubtree?: OnSubtree } = {}): Frontier {
    if (bytes.length < 8 || (bytes.length - 8) % HASH_BYTES !== 0) throw badFrontier(`${bytes.length} bytes`);
    const size = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0));
    const nodes: Uint8Array[] = [];
    for (let at = 8; at < bytes.length; at += HASH_BYTES) nodes.push(bytes.slice(at, at + HASH_BYTES));
    return new Frontier({ size, nodes }, options);
  }
}

function checkState({ size, nodes }: FrontierState): void {
  if (!Number.isSafeInteger(size) || size < 0) throw badFrontier(`size ${size}`);
  let expected = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) expected += rest % 2;
  if (nodes.length !== expected) throw badFrontier(`size ${size} has ${expected} nodes, not ${nodes.length}`);
  if (nodes.some((node) => node.length !== HASH_BYTES)) throw badFrontier(`a node is not ${HASH_BYTES} bytes`);
}

function badFrontier(what: string): SpineError {
  return new SpineError(
    'runseal.bad_frontier',
    `this is not the frontier of a log (${what}); rebuild it from the leaves`,
  );
}
