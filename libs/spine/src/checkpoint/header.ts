/** The protected header of a checkpoint: what it claims, read before anything is believed. */
import { CborReader } from '../cbor/decode.ts';
import { SpineError } from '../errors.ts';
import type { CborValue } from '../values.ts';

/** Ed25519, fully specified (RFC 9864). The older -8 is refused. */
export const ALGORITHM = -19;
export const CONTENT_TYPE = 'application/vnd.provetrail.checkpoint+cbor';

export interface HeaderClaims {
  readonly algorithm: CborValue | undefined;
  readonly contentType: CborValue | undefined;
  /** Null when there is none, or none that is a text. */
  readonly keyId: string | null;
}

/** Reads a map with integer labels. Throws `sign.signature_invalid` when the header is not one. */
export function readHeader(header: Uint8Array): HeaderClaims {
  try {
    const reader = new CborReader(header);
    const { major, argument } = reader.head();
    if (major !== 5) throw new SpineError('enc.decode', 'the header is not a map');
    const claims = new Map<CborValue, CborValue>();
    for (let left = reader.count(argument, 2); left > 0; left--) {
      const label = reader.value(1);
      if (claims.has(label)) throw new SpineError('enc.duplicate_map_key', 'the header repeats a label');
      claims.set(label, reader.value(1));
    }
    reader.end();
    return { algorithm: claims.get(1), contentType: claims.get(3), keyId: keyIdOf(claims.get(4)) };
  } catch (cause) {
    throw new SpineError('sign.signature_invalid', 'the protected header of the checkpoint cannot be read', { cause });
  }
}

function keyIdOf(kid: CborValue | undefined): string | null {
  if (!(kid instanceof Uint8Array) || kid.length === 0) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(kid);
  } catch {
    return null;
  }
}
