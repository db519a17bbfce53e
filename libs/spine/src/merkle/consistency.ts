/** Consistency proofs: RFC 9162, section 2.1.4. */
import { equalBytes } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import { HASH_BYTES, nobleHasher } from '../hash.ts';
import type { Hasher } from '../hash.ts';
import { EMPTY_ROOT, nodeHash } from './hash.ts';
import { largestLevel, Subtrees } from './subtrees.ts';
import type { FetchSubtrees } from './subtrees.ts';

/** Size and root (32 bytes) of a log at one time. Sizes come from outside and may use all of uint64. */
export interface TreeHead {
  readonly size: number | bigint;
  readonly root: Uint8Array;
}

/**
 * PROOF(before, D[after]) of RFC 9162, section 2.1.4.1; empty for `before` 0 and for equal sizes. Throws
 * `record.index_out_of_range` when `before` is larger than `after`, `merkle.missing_node` when the store lacks a subtree.
 */
export async function consistencyProof(
  before: number,
  after: number,
  fetch: FetchSubtrees,
  hasher: Hasher = nobleHasher,
): Promise<Uint8Array[]> {
  if (!Number.isSafeInteger(before) || !Number.isSafeInteger(after) || before < 0 || before > after) {
    throw new SpineError('record.index_out_of_range', `a log of ${after} has no prefix of ${before}`);
  }
  if (before === 0 || before === after) return [];
  const subtrees = new Subtrees(after, fetch, hasher);
  const nodes: Uint8Array[] = [];
  let from = 0;
  let to = after;
  // SUBPROOF: walk down to the edge of the old log, noting what lies beside the way.
  while (before !== to) {
    const middle = from + 2 ** largestLevel(to - from - 1);
    if (before <= middle) {
      nodes.push(await subtrees.range(middle, to));
      to = middle;
    } else {
      nodes.push(await subtrees.range(from, middle));
      from = middle;
    }
  }
  // The old root itself is known to the verifier when the walk never left the left edge.
  if (from !== 0) nodes.push(await subtrees.range(from, to));
  return nodes.reverse();
}

/**
 * Checks by RFC 9162, section 2.1.4.2, that `after` only appended to `before`. Throws `merkle.consistency_invalid`.
 */
export function verifyConsistency(
  claim: { readonly before: TreeHead; readonly after: TreeHead; readonly proof: readonly Uint8Array[] },
  hasher: Hasher = nobleHasher,
): void {
  const { before, after, proof } = claim;
  const [first, second] = [BigInt(before.size), BigInt(after.size)];
  if (first > second || proof.some((node) => node.length !== HASH_BYTES)) throw inconsistent();
  if (first === second || first === 0n) {
    const known = first === 0n ? EMPTY_ROOT : after.root;
    const sameRoots = first !== second || equalBytes(before.root, after.root);
    if (proof.length > 0 || !sameRoots || !equalBytes(before.root, known)) throw inconsistent();
    return;
  }
  // A power of two is a subtree by itself, so its root is left out of the proof.
  const path = (first & (first - 1n)) === 0n ? [before.root, ...proof] : proof;
  const roots = climb(first - 1n, second - 1n, path, hasher);
  if (roots === null || !equalBytes(roots.old, before.root) || !equalBytes(roots.new, after.root)) throw inconsistent();
}

function climb(
  fn: bigint,
  sn: bigint,
  path: readonly Uint8Array[],
  hasher: Hasher,
): { old: Uint8Array; new: Uint8Array } | null {
  while (fn % 2n === 1n) [fn, sn] = [fn / 2n, sn / 2n];
  const [start, ...rest] = path;
  if (start === undefined) return null;
  let old = start;
  let grown = start;
  for (const node of rest) {
    if (sn === 0n) return null;
    if (fn % 2n === 1n || fn === sn) {
      old = nodeHash(node, old, hasher);
      grown = nodeHash(node, grown, hasher);
      while (fn % 2n === 0n && fn !== 0n) [fn, sn] = [fn / 2n, sn / 2n];
    } else {
      grown = nodeHash(grown, node, hasher);
    }
    [fn, sn] = [fn / 2n, sn / 2n];
  }
  return sn === 0n ? { old, new: grown } : null;
}

function inconsistent(): SpineError {
  return new SpineError(
    'merkle.consistency_invalid',
    'the proof does not show that the later log only appended to the earlier one',
  );
}
