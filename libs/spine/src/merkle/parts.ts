/** Proofs that some events, at known places, are in a log, and how much of it is not among them. Built on RFC 9162, 2.1.1. */
import { SpineError } from '../errors.ts';
import { HASH_BYTES, nobleHasher, type Hasher } from '../hash.ts';
import { nodeHash } from './hash.ts';
import { largestLevel, Subtrees, type FetchSubtrees } from './subtrees.ts';

/**
 * The hashes a reader needs beside the leaves at `indexes` (from 0, increasing) to rebuild the root of the log of `size`
 * leaves: those of the largest parts of the tree without any of these leaves, from left to right.
 */
export async function partsProof(
  indexes: readonly number[],
  size: number,
  fetch: FetchSubtrees,
  hasher: Hasher = nobleHasher,
): Promise<Uint8Array[]> {
  checkIndexes(indexes, size);
  const subtrees = new Subtrees(size, fetch, hasher);
  const hashes: Uint8Array[] = [];
  for (const part of partsWithout(indexes, size)) hashes.push(await subtrees.range(part.from, part.to));
  return hashes;
}

/**
 * The root that these leaves and hashes make; whether it is the signed one is for the caller to see.
 *
 * @throws SpineError `record.index_out_of_range`, `merkle.missing_node` (too few hashes), `merkle.inclusion_invalid` (too many)
 */
export function rootOfParts(
  indexes: readonly number[],
  leaves: readonly Uint8Array[],
  size: number,
  hashes: readonly Uint8Array[],
  hasher: Hasher = nobleHasher,
): Uint8Array {
  checkIndexes(indexes, size);
  if (leaves.length !== indexes.length || hashes.some((hash) => hash.length !== HASH_BYTES)) throw surplus();
  let leaf = 0;
  let hash = 0;
  const rootOf = (from: number, to: number): Uint8Array => {
    if (leaf === indexes.length || indexes[leaf]! >= to) {
      if (hash === hashes.length)
        throw new SpineError('merkle.missing_node', `the proof has ${hashes.length} hashes, and needs more`);
      return hashes[hash++]!;
    }
    if (to - from === 1) return leaves[leaf++]!;
    const middle = middleOf(from, to);
    const left = rootOf(from, middle);
    return nodeHash(left, rootOf(middle, to), hasher);
  };
  const root = rootOf(0, size);
  if (hash !== hashes.length) throw surplus();
  return root;
}

interface Part {
  readonly from: number;
  readonly to: number;
}

function* partsWithout(indexes: readonly number[], size: number): Generator<Part> {
  let next = 0;
  const waiting: Part[] = [{ from: 0, to: size }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (next === indexes.length || indexes[next]! >= part.to) yield part;
    else if (part.to - part.from === 1) next += 1;
    else {
      const middle = middleOf(part.from, part.to);
      waiting.push({ from: middle, to: part.to }, { from: part.from, to: middle });
    }
  }
}

/** Where RFC 9162 splits a log: at the largest power of two below its size. */
const middleOf = (from: number, to: number): number => from + 2 ** largestLevel(to - from - 1);

function checkIndexes(indexes: readonly number[], size: number): void {
  const bad = indexes.some(
    (index, i) => !Number.isSafeInteger(index) || index < 0 || index >= size || (i > 0 && index <= indexes[i - 1]!),
  );
  if (bad || indexes.length === 0 || !Number.isSafeInteger(size))
    throw new SpineError(
      'record.index_out_of_range',
      `a slice names increasing places of a log of ${size} events, counted from 0, at least one`,
    );
}

const surplus = (): SpineError =>
  new SpineError('merkle.inclusion_invalid', 'the hashes of the slice do not fit its events');
