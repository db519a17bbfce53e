/** The link chain of one run: what the head row and every event row carry, so that a lost or swapped row is seen. */
import { expectBytes, utf8 } from './bytes.ts';
import { HASH_BYTES, nobleHasher } from './hash.ts';
import type { Hasher } from './hash.ts';

const LINK_TAG = utf8('runseal/link/v1\n');

/** The link before the first event: 32 zero bytes. */
export const GENESIS_LINK: Uint8Array = new Uint8Array(HASH_BYTES);

/**
 * 32 bytes: SHA-256("runseal/link/v1\n" ‖ previous link ‖ leaf). Throws `runseal.bad_length` unless both are 32 bytes.
 */
export function linkHash(previous: Uint8Array, leaf: Uint8Array, hasher: Hasher = nobleHasher): Uint8Array {
  expectBytes('previous', previous, HASH_BYTES);
  expectBytes('leaf', leaf, HASH_BYTES);
  return hasher.sha256(LINK_TAG, previous, leaf);
}
