/** Reading the closed maps that proofs are. The bytes may come from an attacker. */
import { decodeCbor } from './cbor.ts';
import { SpineError } from './errors.ts';
import { isMap } from './values.ts';
import type { CborMap, CborValue } from './values.ts';

/** A canonical map of exactly `names`. Throws `record.decode` or `record.non_canonical`. */
export function readProof(bytes: Uint8Array, names: readonly string[]): CborMap {
  const fields = decoded(bytes);
  if (!isMap(fields)) throw new SpineError('record.decode', 'a proof is a map');
  const missing = names.find((name) => !(name in fields));
  if (missing !== undefined) throw new SpineError('record.decode', `the proof lacks ${missing}`);
  if (Object.keys(fields).length !== names.length) {
    throw new SpineError('record.non_canonical', `the proof has more than ${names.join(', ')}`);
  }
  return fields;
}

/** Throws `record.decode` unless the field is a non-negative integer. */
export function uintField(fields: CborMap, name: string): number | bigint {
  const value = fields[name];
  if ((typeof value === 'number' || typeof value === 'bigint') && value >= 0) return value;
  throw new SpineError('record.decode', `${name} of the proof is not a count`);
}

/** Throws `record.decode` unless the field is a byte string. */
export function bytesField(fields: CborMap, name: string): Uint8Array {
  const value = fields[name];
  if (value instanceof Uint8Array) return value;
  throw new SpineError('record.decode', `${name} of the proof is not a byte string`);
}

/** Throws `record.decode` unless the field is a list of byte strings. */
export function listField(fields: CborMap, name: string): readonly Uint8Array[] {
  const value = fields[name];
  if (Array.isArray(value) && value.every((item) => item instanceof Uint8Array)) return value;
  throw new SpineError('record.decode', `${name} of the proof is not a list of hashes`);
}

function decoded(bytes: Uint8Array): CborValue {
  try {
    return decodeCbor(bytes);
  } catch (cause) {
    const code =
      cause instanceof SpineError && cause.code === 'enc.non_canonical_cbor' ? 'record.non_canonical' : 'record.decode';
    throw new SpineError(code, 'the proof cannot be taken apart', { cause });
  }
}
