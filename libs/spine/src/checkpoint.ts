/** The signed Merkle head of a log: COSE_Sign1 (RFC 9052) with Ed25519 (-19, RFC 9864), as RECORD pins it. */
import { equalBytes, expectBytes, utf8 } from './bytes.ts';
import { decodeCbor, encodeCbor } from './cbor.ts';
import { protectedHeader, readCose, signedBytes, writeCose } from './checkpoint/cose.ts';
import { ALGORITHM, CONTENT_TYPE, readHeader } from './checkpoint/header.ts';
import { SpineError } from './errors.ts';
import { HASH_BYTES } from './hash.ts';
import { trustedKey } from './keys.ts';
import type { Keyring, Signer } from './keys.ts';
import { verifySignature } from './signature.ts';
import type { SignatureVerifier } from './signature.ts';
import { isMap } from './values.ts';

/** Size and root of a log, scoped to the origin that names it. */
export interface Checkpoint {
  readonly origin: string;
  /** 32 bytes. */
  readonly root: Uint8Array;
  readonly size: bigint;
}

export interface SignedCheckpoint extends Checkpoint {
  /** The key id the protected header names. */
  readonly keyId: string;
}

/**
 * Signs a head. Returns the tagged COSE_Sign1 bytes. Throws `sign.empty_key_id`, `sign.bad_key` (the signer's public key
 * does not verify what it signed) and `sign.sign_failed` (with the cause).
 */
export async function signCheckpoint(
  head: { readonly origin: string; readonly root: Uint8Array; readonly size: number | bigint },
  signer: Signer,
): Promise<Uint8Array> {
  expectBytes('root', head.root, HASH_BYTES);
  if (signer.keyId === '')
    throw new SpineError('sign.empty_key_id', 'a checkpoint names its key; give the signer a key id');
  const header = protectedHeader(utf8(signer.keyId));
  const payload = encodeCbor({ root: head.root, size: head.size, origin: head.origin });
  const message = signedBytes(header, payload);
  const signature = await signed(message, signer);
  if (!(await verifySignature(signer.publicKey, message, signature))) {
    throw new SpineError(
      'sign.bad_key',
      `what ${signer.keyId} signed does not verify under its public key; check the key`,
    );
  }
  return writeCose({ header, payload, signature });
}

/**
 * Verifies a checkpoint against the trusted keys and reads it. Throws `sign.bad_content_type`, `sign.unknown_key`,
 * `sign.signature_invalid` (not a COSE_Sign1 of the pinned form, another algorithm, a signature that does not verify) or
 * `sign.checkpoint_decode` (signed, but not a checkpoint).
 */
export async function openCheckpoint(
  bytes: Uint8Array,
  keyring: Keyring,
  verify: SignatureVerifier = verifySignature,
): Promise<SignedCheckpoint> {
  const { header, payload, signature } = readCose(bytes);
  const { contentType, keyId, algorithm } = readHeader(header);
  if (contentType !== CONTENT_TYPE) {
    throw new SpineError('sign.bad_content_type', `the signed content type is not ${CONTENT_TYPE}`);
  }
  const publicKey = keyId === null ? undefined : trustedKey(keyring, keyId);
  if (keyId === null || publicKey === undefined) {
    throw new SpineError(
      'sign.unknown_key',
      `signed by ${keyId ?? 'no named key'}, which is not among the keys you trust`,
    );
  }
  if (algorithm !== ALGORITHM || !equalBytes(header, protectedHeader(utf8(keyId)))) {
    throw new SpineError(
      'sign.signature_invalid',
      'the protected header is not exactly Ed25519, content type and key id',
    );
  }
  if (!(await verify(publicKey, signedBytes(header, payload), signature))) {
    throw new SpineError('sign.signature_invalid', `the signature was not made by ${keyId} over this head`);
  }
  return { ...readPayload(payload), keyId };
}

/**
 * Reads a checkpoint for display, believing nothing: no signature is checked. Throws `sign.signature_invalid` or
 * `sign.checkpoint_decode` when it cannot be read.
 */
export function readCheckpoint(bytes: Uint8Array): Checkpoint & { readonly keyId: string | null } {
  const { header, payload } = readCose(bytes);
  return { ...readPayload(payload), keyId: readHeader(header).keyId };
}

async function signed(message: Uint8Array, signer: Signer): Promise<Uint8Array> {
  try {
    return await signer.sign(message);
  } catch (cause) {
    throw new SpineError('sign.sign_failed', `the key ${signer.keyId} could not sign; nothing was sealed`, { cause });
  }
}

function readPayload(payload: Uint8Array): Checkpoint {
  let fields;
  try {
    fields = decodeCbor(payload);
  } catch (cause) {
    throw notACheckpoint(cause);
  }
  if (!isMap(fields) || Object.keys(fields).length !== 3) {
    throw notACheckpoint();
  }
  const { root, size, origin } = fields;
  if (!(root instanceof Uint8Array) || root.length !== HASH_BYTES || typeof origin !== 'string') throw notACheckpoint();
  if ((typeof size !== 'number' && typeof size !== 'bigint') || size < 0) throw notACheckpoint();
  return { root, size: BigInt(size), origin };
}

function notACheckpoint(cause?: unknown): SpineError {
  return new SpineError(
    'sign.checkpoint_decode',
    'what was signed is not the canonical {root, size, origin} of a log',
    { cause },
  );
}
