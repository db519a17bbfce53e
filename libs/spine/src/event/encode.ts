import { writeValue } from '../cbor/encode.ts';
import { keyOf } from '../cbor/keys.ts';
import { INT64_MAX, INT64_MIN } from '../cbor/limits.ts';
import { written } from '../cbor/writer.ts';
import type { CborWriter } from '../cbor/writer.ts';
import { SpineError } from '../errors.ts';
import { ACTORS, OPTIONAL_FIELDS } from './envelope.ts';
import type { SpineEvent } from './shape.ts';

/**
 * Canonical bytes of an event: the evidence, and the only thing ever hashed.
 *
 * Throws `enc.encode` (with the place) for what has no exact encoding, `enc.time_out_of_range` for a time beyond int64,
 * `enc.invalid_actor` for an unknown actor.
 */
export function encodeEvent(event: SpineEvent): Uint8Array {
  return written((writer) => writeEvent(writer, event));
}

/** Writes the same bytes behind what the writer holds; throws likewise, and then part of the event may have been written. */
export function writeEvent(writer: CborWriter, event: SpineEvent): void {
  checkEnvelope(event);
  let fields = REQUIRED_FIELDS;
  for (const [, name] of OPTIONAL_FIELDS) if (isThere(event[name])) fields++;
  writer.head(5, fields);
  for (const { key, name, wire, optional } of FIELDS_IN_ORDER) {
    const value = event[name];
    if (optional && !isThere(value)) continue;
    writer.raw(key);
    writeValue(writer, value, [wire]);
  }
}

const REQUIRED: readonly (readonly [string, keyof SpineEvent])[] = [
  ['stream', 'stream'],
  ['seq', 'seq'],
  ['time', 'time'],
  ['type', 'type'],
  ['actor', 'actor'],
  ['payload', 'payload'],
  ['schema_version', 'schemaVersion'],
];
const REQUIRED_FIELDS = REQUIRED.length;

interface Field {
  /** As encoded. */
  readonly key: Uint8Array;
  readonly name: keyof SpineEvent;
  readonly wire: string;
  readonly optional: boolean;
}

/** Shorter keys first, then bytewise: the order of the encoded form. */
export const FIELDS_IN_ORDER: readonly Field[] = [
  ...REQUIRED.map((field) => fieldOf(field, false)),
  ...OPTIONAL_FIELDS.map((field) => fieldOf(field, true)),
].sort((a, b) => a.wire.length - b.wire.length || (a.wire < b.wire ? -1 : 1));

function fieldOf([wire, name]: readonly [string, keyof SpineEvent], optional: boolean): Field {
  return { key: keyOf(wire)!.encoded, name, wire, optional };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== '';
}

function checkEnvelope(event: SpineEvent): void {
  if (typeof event.time !== 'bigint' || event.time < INT64_MIN || event.time > INT64_MAX) {
    throw new SpineError('enc.time_out_of_range', 'time is Unix nanoseconds as an int64 bigint');
  }
  if (!ACTORS.includes(event.actor)) {
    throw new SpineError(
      'enc.invalid_actor',
      `actor is one of ${ACTORS.join(', ')}, not ${JSON.stringify(event.actor)}`,
    );
  }
  if (!Number.isSafeInteger(event.seq) || event.seq < 1) throw refused('seq is an integer from 1');
  if (!Number.isSafeInteger(event.schemaVersion)) throw refused('schemaVersion is an integer');
  if (typeof event.stream !== 'string') throw refused('stream is a text');
  if (typeof event.type !== 'string') throw refused('type is a text');
  for (const [, name] of OPTIONAL_FIELDS) {
    if (event[name] !== undefined && typeof event[name] !== 'string') throw refused(`${name} is a text, or absent`);
  }
  const { payload } = event;
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload) || payload instanceof Uint8Array) {
    throw refused('payload is a map');
  }
}

function refused(why: string): SpineError {
  return new SpineError('enc.encode', why);
}
