/** Leaf and node hashes of the Merkle log: RFC 9162, section 2.1.1, over the Provetrail entry. */
import { concat, utf8 } from '../bytes.ts';
import { nobleHasher } from '../hash.ts';
import type { Hasher } from '../hash.ts';

/** 00 ‖ "provetrail/event/v1\n" ‖ uint64BE(len): the length is written anew for each leaf. */
const LEAF_HEAD = concat([Uint8Array.of(0), utf8('provetrail/event/v1\n'), new Uint8Array(8)]);
const LENGTH = new DataView(LEAF_HEAD.buffer, LEAF_HEAD.length - 8, 8);
const NODE_PREFIX = Uint8Array.of(1);

/** Root of the empty log: SHA-256(""). */
export const EMPTY_ROOT: Uint8Array = nobleHasher.sha256();

/** 32 bytes: SHA-256(00 ‖ "provetrail/event/v1\n" ‖ uint64BE(len) ‖ canonical). */
export function leafHash(canonical: Uint8Array, hasher: Hasher = nobleHasher): Uint8Array {
  LENGTH.setUint32(0, Math.floor(canonical.length / 2 ** 32));
  LENGTH.setUint32(4, canonical.length);
  return hasher.sha256(LEAF_HEAD, canonical);
}

/** 32 bytes: SHA-256(01 ‖ left ‖ right). */
export function nodeHash(left: Uint8Array, right: Uint8Array, hasher: Hasher = nobleHasher): Uint8Array {
  return hasher.sha256(NODE_PREFIX, left, right);
}
