/** What a signing process is ready to sign: seals of runs and heads of a ledger, and nothing else. */
import { equalBytes, utf8 } from '../bytes.ts';
import { decodeCbor } from '../cbor.ts';
import { protectedHeader } from '../checkpoint/cose.ts';
import { SpineError } from '../errors.ts';
import { parseHead } from '../ledger/head.ts';
import { isMap, type CborValue } from '../values.ts';

export interface Signable {
  readonly kind: 'seal' | 'head';
  /** The run of a seal, the ledger of a head. */
  readonly origin: string;
  readonly size: bigint;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

/**
 * Reads a message that is to be signed: the Sig_structure (RFC 9052, 4.4) of a checkpoint that names this key, or the text
 * of a C2SP checkpoint. @returns null for anything else, so that a stolen connection signs no letters.
 */
export function readSignable(message: Uint8Array, keyId: string): Signable | null {
  try {
    return message[0] === 0x84 ? readSeal(message, keyId) : readHead(message);
  } catch (error) {
    if (error instanceof SpineError || error instanceof TypeError) return null;
    throw error;
  }
}

function readSeal(message: Uint8Array, keyId: string): Signable | null {
  const parts = decodeCbor(message) as readonly CborValue[];
  const [context, header, external, payload] = parts;
  if (parts.length !== 4 || context !== 'Signature1' || !(external instanceof Uint8Array) || external.length > 0)
    return null;
  if (!(header instanceof Uint8Array) || !equalBytes(header, protectedHeader(utf8(keyId)))) return null;
  const fields = payload instanceof Uint8Array ? decodeCbor(payload) : null;
  if (fields === null || !isMap(fields) || Object.keys(fields).length !== 3) return null;
  const { root, size, origin } = fields;
  if (!(root instanceof Uint8Array) || root.length !== 32 || typeof origin !== 'string') return null;
  return typeof size === 'number' || typeof size === 'bigint'
    ? { kind: 'seal', origin, size: BigInt(size), root }
    : null;
}

function readHead(message: Uint8Array): Signable {
  const { origin, size, root } = parseHead(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message));
  return { kind: 'head', origin, size: BigInt(size), root };
}
