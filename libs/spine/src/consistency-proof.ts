/** Proof that a later head of a log only appended to an earlier one (RECORD, "Consistency proof"). */
import { encodeCbor } from './cbor.ts';
import { openCheckpoint } from './checkpoint.ts';
import type { SignedCheckpoint } from './checkpoint.ts';
import { SpineError } from './errors.ts';
import type { Hasher } from './hash.ts';
import type { Keyring } from './keys.ts';
import { verifyConsistency } from './merkle.ts';
import { bytesField, listField, readProof } from './proof-fields.ts';
import type { SignatureVerifier } from './signature.ts';

export interface ConsistencyProof {
  /** Tagged COSE_Sign1 bytes of the earlier head. */
  readonly before: Uint8Array;
  /** Tagged COSE_Sign1 bytes of the later head. */
  readonly after: Uint8Array;
  /** Node hashes, 32 bytes each. */
  readonly proof: readonly Uint8Array[];
}

/** Canonical bytes of a proof. */
export function encodeConsistencyProof({ before, after, proof }: ConsistencyProof): Uint8Array {
  return encodeCbor({ before, after, proof });
}

/** Takes a proof apart; nothing in it is verified yet. Throws `record.decode` or `record.non_canonical`. */
export function decodeConsistencyProof(bytes: Uint8Array): ConsistencyProof {
  const fields = readProof(bytes, ['after', 'proof', 'before']);
  return {
    before: bytesField(fields, 'before'),
    after: bytesField(fields, 'after'),
    proof: listField(fields, 'proof'),
  };
}

/** Verifies both heads and the proof between them. Throws the codes of `openCheckpoint` and `merkle.consistency_invalid`. */
export async function verifyConsistencyProof(
  bytes: Uint8Array,
  keyring: Keyring,
  options: { readonly hasher?: Hasher; readonly verify?: SignatureVerifier } = {},
): Promise<{ readonly before: SignedCheckpoint; readonly after: SignedCheckpoint }> {
  const claim = decodeConsistencyProof(bytes);
  const before = await openCheckpoint(claim.before, keyring, options.verify);
  const after = await openCheckpoint(claim.after, keyring, options.verify);
  if (before.origin !== after.origin) {
    throw new SpineError(
      'merkle.consistency_invalid',
      `the heads are of two logs, ${before.origin} and ${after.origin}`,
    );
  }
  verifyConsistency({ before, after, proof: claim.proof }, options.hasher);
  return { before, after };
}
