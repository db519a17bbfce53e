import { concat } from '../bytes.ts';
import { HASH_BYTES } from '../hash.ts';
import type { LeafHashes } from '../verdicts.ts';

/** Leaf hashes that lie one behind the other in these pieces, so many times 32 bytes each: a million of them take 32 MB. */
export function packedLeaves(pieces: readonly Uint8Array[]): LeafHashes {
  const bytes = concat(pieces);
  const length = Math.floor(bytes.length / HASH_BYTES);
  return {
    length,
    at: (index) =>
      index < 0 || index >= length ? undefined : bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  };
}
