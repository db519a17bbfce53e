/** Inclusion proofs: RFC 9162, section 2.1.3. */
import { equalBytes } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import { HASH_BYTES, nobleHasher } from '../hash.ts';
import type { Hasher } from '../hash.ts';
import { nodeHash } from './hash.ts';
import { largestLevel, Subtrees } from './subtrees.ts';
import type { FetchSubtrees } from './subtrees.ts';

/**
 * PATH(index, D[size]) of RFC 9162, section 2.1.3.1: sibling hashes (32 bytes), the leaf's first. `index` counts from 0.
 * Throws `record.index_out_of_range` when there is no such leaf, `merkle.missing_node` when the store lacks a subtree.
 */
export async function inclusionProof(
  index: number,
  size: number,
  fetch: FetchSubtrees,
  hasher: Hasher = nobleHasher,
): Promise<Uint8Array[]> {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw outOfRange(index, size);
  }
  const subtrees = new Subtrees(size, fetch, hasher);
  const siblings: Uint8Array[] = [];
  let from = 0;
  let to = size;
  while (to - from > 1) {
    const middle = from + 2 ** largestLevel(to - from - 1);
    if (index < middle) {
      siblings.push(await subtrees.range(middle, to));
      to = middle;
    } else {
      siblings.push(await subtrees.range(from, middle));
      from = middle;
    }
  }
  return siblings.reverse();
}

/** What an inclusion proof claims. Sizes and indexes come from outside and may use all of uint64. */
export interface Inclusion {
  readonly leaf: Uint8Array;
  readonly index: number | bigint;
  readonly size: number | bigint;
  readonly proof: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/**
 * Checks by RFC 9162, section 2.1.3.2, that the leaf is at `index` in the log of `size` leaves with that root. Throws
 * `record.index_out_of_range`, `merkle.missing_node` (path too short) or `merkle.inclusion_invalid`.
 */
export function verifyInclusion(inclusion: Inclusion, hasher: Hasher = nobleHasher): void {
  const { leaf, index, size, proof, root } = inclusion;
  if (index < 0 || index >= size) throw outOfRange(index, size);
  const needed = pathLength(BigInt(index), BigInt(size));
  if (proof.length < needed) {
    throw new SpineError(
      'merkle.missing_node',
      `the path has ${proof.length} nodes, a log of ${size} needs ${needed} here`,
    );
  }
  if (proof.length > needed || proof.some((node) => node.length !== HASH_BYTES)) throw notIncluded();
  let fn = BigInt(index);
  let sn = BigInt(size) - 1n;
  let hash = leaf;
  for (const node of proof) {
    if (fn % 2n === 1n || fn === sn) {
      hash = nodeHash(node, hash, hasher);
      while (fn % 2n === 0n && fn !== 0n) [fn, sn] = [fn / 2n, sn / 2n];
    } else {
      hash = nodeHash(hash, node, hasher);
    }
    [fn, sn] = [fn / 2n, sn / 2n];
  }
  if (sn !== 0n || !equalBytes(hash, root)) throw notIncluded();
}

/** Nodes on the path from that leaf to the root. */
function pathLength(index: bigint, size: bigint): number {
  let length = 0;
  for (let fn = index, sn = size - 1n; sn > 0n; fn /= 2n, sn /= 2n) if (fn % 2n === 1n || fn < sn) length++;
  return length;
}

function outOfRange(index: number | bigint, size: number | bigint): SpineError {
  return new SpineError(
    'record.index_out_of_range',
    `index ${index} is outside a log of ${size} events, counted from 0`,
  );
}

function notIncluded(): SpineError {
  return new SpineError('merkle.inclusion_invalid', 'the path does not lead from this event to the signed root');
}
