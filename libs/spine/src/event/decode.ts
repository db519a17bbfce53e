import { decodeCbor } from '../cbor/decode.ts';
import { SpineError } from '../errors.ts';
import { ACTORS, OPTIONAL_FIELDS } from './envelope.ts';
import type { Actor, Envelope, SpineEvent } from './shape.ts';
import { isMap } from '../values.ts';
import type { CborMap } from '../values.ts';

/**
 * The event in canonical bytes, of any Provetrail producer. Throws the registered `enc.*` code that names the fault:
 * besides those of `decodeCbor`, `enc.non_canonical_cbor` for a missing, empty optional or unknown field (no canonical
 * event has one), `enc.decode` for a field of the wrong type, `enc.invalid_actor`.
 */
export function decodeEnvelope(bytes: Uint8Array): Envelope {
  const fields = decodeCbor(bytes);
  if (!isMap(fields)) throw new SpineError('enc.decode', 'an event is a map');
  checkFields(fields);
  const seq = integer(fields, 'seq');
  if (seq < 1n) throw new SpineError('enc.decode', 'seq counts from 1');
  const envelope: Mutable<Envelope> = {
    stream: text(fields, 'stream'),
    seq,
    time: integer(fields, 'time'),
    type: text(fields, 'type'),
    actor: actor(fields),
    payload: payload(fields),
    schemaVersion: integer(fields, 'schema_version'),
  };
  for (const [wire, name] of OPTIONAL_FIELDS) if (fields[wire] !== undefined) envelope[name] = text(fields, wire);
  return envelope;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * The event in canonical bytes, as this package writes them. Throws as {@link decodeEnvelope} does, and
 * `runseal.beyond_safe_integer` for the foreign event whose seq or schema version no `number` can hold exactly.
 */
export function decodeEvent(bytes: Uint8Array): SpineEvent {
  const envelope = decodeEnvelope(bytes);
  return { ...envelope, seq: safe('seq', envelope.seq), schemaVersion: safe('schema_version', envelope.schemaVersion) };
}

const REQUIRED = ['stream', 'seq', 'time', 'type', 'actor', 'payload', 'schema_version'];
const KNOWN = new Set<string>([...REQUIRED, ...OPTIONAL_FIELDS.map(([wire]) => wire)]);

function checkFields(fields: CborMap): void {
  for (const name of REQUIRED) if (fields[name] === undefined) throw nonCanonical(`the field ${name} is missing`);
  const names = Object.keys(fields);
  if (names.length > REQUIRED.length) {
    const unknown = names.find((name) => !KNOWN.has(name));
    if (unknown !== undefined) throw nonCanonical(`the field ${JSON.stringify(unknown)} belongs to no event`);
    const empty = OPTIONAL_FIELDS.find(([wire]) => fields[wire] === '');
    if (empty !== undefined) throw nonCanonical(`the optional field ${empty[0]} is there but empty`);
  }
}

function text(fields: CborMap, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw wrongType(name, 'a text');
  return value;
}

function integer(fields: CborMap, name: string): bigint {
  const value = fields[name];
  if (typeof value !== 'number' && typeof value !== 'bigint') throw wrongType(name, 'an integer');
  return BigInt(value);
}

function actor(fields: CborMap): Actor {
  const value = text(fields, 'actor');
  if (!isActor(value)) {
    throw new SpineError('enc.invalid_actor', `actor is one of ${ACTORS.join(', ')}, not ${JSON.stringify(value)}`);
  }
  return value;
}

function payload(fields: CborMap): CborMap {
  const value = fields['payload'];
  if (!isMap(value)) throw wrongType('payload', 'a map');
  return value;
}

function safe(name: string, value: bigint): number {
  if (value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER)) return Number(value);
  throw new SpineError('runseal.beyond_safe_integer', `${name} ${value} is beyond 2^53; read it with decodeEnvelope`);
}

function isActor(value: string): value is Actor {
  return ACTORS.includes(value);
}

function wrongType(name: string, expected: string): SpineError {
  return new SpineError('enc.decode', `the field ${name} is not ${expected}`);
}

function nonCanonical(what: string): SpineError {
  return new SpineError('enc.non_canonical_cbor', `${what}: these bytes are not the canonical encoding of an event`);
}
