/** Proof that one event is part of a sealed run, without the rest of the run (RECORD, "Event proof"). */
import { encodeCbor } from './cbor.ts';
import { openCheckpoint } from './checkpoint.ts';
import type { SignedCheckpoint } from './checkpoint.ts';
import { SpineError } from './errors.ts';
import { decodeEnvelope } from './event.ts';
import type { Envelope } from './event.ts';
import type { Hasher } from './hash.ts';
import type { Keyring } from './keys.ts';
import { leafHash, verifyInclusion } from './merkle.ts';
import { bytesField, listField, readProof, uintField } from './proof-fields.ts';
import type { SignatureVerifier } from './signature.ts';

export interface EventProof {
  /** Size of the sealed run. */
  readonly size: number | bigint;
  /** Position of the event, counted from 0. */
  readonly index: number | bigint;
  /** Canonical bytes of the event. */
  readonly canonical: Uint8Array;
  /** Sibling hashes (32 bytes), the leaf's first. */
  readonly inclusion: readonly Uint8Array[];
  /** Tagged COSE_Sign1 bytes. */
  readonly checkpoint: Uint8Array;
}

/** Canonical bytes of a proof. */
export function encodeEventProof({ size, index, canonical, inclusion, checkpoint }: EventProof): Uint8Array {
  return encodeCbor({ size, index, canonical, inclusion, checkpoint });
}

/** Takes a proof apart; nothing in it is verified yet. Throws `record.decode` or `record.non_canonical`. */
export function decodeEventProof(bytes: Uint8Array): EventProof {
  const fields = readProof(bytes, ['size', 'index', 'canonical', 'inclusion', 'checkpoint']);
  return {
    size: uintField(fields, 'size'),
    index: uintField(fields, 'index'),
    canonical: bytesField(fields, 'canonical'),
    inclusion: listField(fields, 'inclusion'),
    checkpoint: bytesField(fields, 'checkpoint'),
  };
}

/**
 * Verifies that the event is in the run whose head a trusted key signed, and returns it. Throws the codes of
 * `openCheckpoint`, `record.size_mismatch`, `record.index_out_of_range`, `merkle.missing_node`,
 * `merkle.inclusion_invalid`, or an `enc.*` code when what is proven to be included is not a canonical event.
 */
export async function verifyEventProof(
  bytes: Uint8Array,
  keyring: Keyring,
  options: { readonly hasher?: Hasher; readonly verify?: SignatureVerifier } = {},
): Promise<{ readonly event: Envelope; readonly index: bigint; readonly checkpoint: SignedCheckpoint }> {
  const proof = decodeEventProof(bytes);
  const checkpoint = await openCheckpoint(proof.checkpoint, keyring, options.verify);
  if (BigInt(proof.size) !== checkpoint.size) {
    throw new SpineError(
      'record.size_mismatch',
      `the proof speaks of ${proof.size} events, the signed head of ${checkpoint.size}`,
    );
  }
  const leaf = leafHash(proof.canonical, options.hasher);
  verifyInclusion(
    { leaf, index: proof.index, size: proof.size, proof: proof.inclusion, root: checkpoint.root },
    options.hasher,
  );
  return { event: decodeEnvelope(proof.canonical), index: BigInt(proof.index), checkpoint };
}
