/** The portable sealed run (Provetrail record container): canonical {events: [bytes …], checkpoint: bytes}. */
import { concat, utf8 } from './bytes.ts';
import { CborReader } from './cbor/decode.ts';
import { CborWriter } from './cbor/writer.ts';
import { SpineError } from './errors.ts';

export interface SealedRecord {
  /** Canonical bytes of each event, in order. */
  readonly events: readonly Uint8Array[];
  /** Tagged COSE_Sign1 bytes. */
  readonly checkpoint: Uint8Array;
}

/** The record's bytes. Throws `record.empty` when there is no event. */
export function encodeRecord({ events, checkpoint }: SealedRecord): Uint8Array {
  return concat([recordHeader(events.length), ...events.map(recordEvent), recordTrailer(checkpoint)]);
}

/**
 * The same bytes piece by piece, for a record that is too large to hold. Throws `record.size_mismatch` when the source
 * gives another number of events than `count`.
 */
export async function* recordParts(
  count: number,
  events: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  checkpoint: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield recordHeader(count);
  let written = 0;
  for await (const canonical of events) {
    if (++written > count) break;
    yield recordEvent(canonical);
  }
  if (written !== count)
    throw new SpineError('record.size_mismatch', `the record announced ${count} events, the source differs`);
  yield recordTrailer(checkpoint);
}

/** What comes before the first event. */
export function recordHeader(count: number): Uint8Array {
  if (count < 1) throw empty();
  const writer = new CborWriter();
  writer.head(5, 2);
  writeKey(writer, 'events');
  writer.head(4, count);
  return writer.finish();
}

/** One event within the record. */
export const recordEvent = (canonical: Uint8Array): Uint8Array => recordEvents([canonical]);

/** Events that follow each other within the record. */
export function recordEvents(canonicals: readonly Uint8Array[]): Uint8Array {
  const writer = new CborWriter(canonicals.reduce((bytes, { length }) => bytes + length + HEAD_BYTES, 0));
  for (const canonical of canonicals) {
    writer.head(2, canonical.length);
    writer.raw(canonical);
  }
  return writer.finish();
}

/** The longest head. */
const HEAD_BYTES = 9;

/** What comes after the last event. */
export function recordTrailer(checkpoint: Uint8Array): Uint8Array {
  const writer = new CborWriter();
  writeKey(writer, 'checkpoint');
  writer.head(2, checkpoint.length);
  writer.raw(checkpoint);
  return writer.finish();
}

/**
 * Takes the container apart; the parts are views into `bytes`, and nothing in them is verified yet. Throws
 * `record.decode`, `record.non_canonical` or `record.empty`.
 */
export function decodeRecord(bytes: Uint8Array): SealedRecord {
  try {
    const record = readContainer(new CborReader(bytes), []);
    if (record.events.length === 0) throw empty();
    return record;
  } catch (cause) {
    throw asRecordError(cause);
  }
}

/** The events that can still be read from a damaged container, up to the damage; to say where it is, never to believe it. */
export function salvageEvents(bytes: Uint8Array): readonly Uint8Array[] {
  const events: Uint8Array[] = [];
  try {
    readContainer(new CborReader(bytes), events);
  } catch {
    // What was read before the damage is the answer.
  }
  return events;
}

/** The shortest canonical event: seven required fields, all values as short as they can be. */
const LEAST_EVENT_BYTES = 62;
/** Up to here a list may be nonsense without doing harm. */
const FEW_EVENTS = 4096;

function readContainer(reader: CborReader, events: Uint8Array[]): SealedRecord {
  const { major, argument } = reader.head();
  if (major !== 5) throw new SpineError('record.decode', 'a record is a map of events and checkpoint');
  const keys: string[] = [];
  let checkpoint: Uint8Array | undefined;
  for (let left = reader.count(argument, 2); left > 0; left--) {
    const key = readKey(reader);
    if (keys.includes(key)) throw new SpineError('record.decode', `the record has ${JSON.stringify(key)} twice`);
    keys.push(key);
    if (key === 'events') readEvents(reader, events);
    else if (key === 'checkpoint') checkpoint = readBytes(reader, 'the checkpoint');
    else reader.value(1);
  }
  if (checkpoint === undefined || !keys.includes('events')) {
    throw new SpineError('record.decode', 'the record lacks its events or its checkpoint');
  }
  reader.end();
  if (keys.length !== 2 || keys[0] !== 'events') {
    throw new SpineError(
      'record.non_canonical',
      'the record has more than events and checkpoint, or has them out of order',
    );
  }
  return { events, checkpoint };
}

function readEvents(reader: CborReader, events: Uint8Array[]): void {
  const { major, argument } = reader.head();
  if (major !== 4) throw new SpineError('record.decode', 'events is not a list');
  // Millions of empty byte strings would cost a hundred times their size once taken apart; no real event is that short.
  const leastBytes = argument > FEW_EVENTS ? LEAST_EVENT_BYTES : 1;
  for (let left = reader.count(argument, leastBytes); left > 0; left--) {
    events.push(readBytes(reader, `event ${events.length + 1}`));
  }
}

function readBytes(reader: CborReader, what: string): Uint8Array {
  const { major, argument } = reader.head();
  if (major !== 2) throw new SpineError('record.decode', `${what} is not a byte string`);
  return reader.bytes(argument);
}

function readKey(reader: CborReader): string {
  const { major, argument } = reader.head();
  if (major !== 3) throw new SpineError('record.decode', 'a key of the record is not a text');
  return reader.text(argument);
}

function writeKey(writer: CborWriter, key: string): void {
  const bytes = utf8(key);
  writer.head(3, bytes.length);
  writer.raw(bytes);
}

/** The registered error of a container for what went wrong within it. */
export function asRecordError(cause: unknown): unknown {
  if (!(cause instanceof SpineError) || cause.code.startsWith('record.')) return cause;
  if (cause.code === 'enc.non_canonical_cbor') {
    return new SpineError('record.non_canonical', `the record is not in canonical form: ${cause.message}`, { cause });
  }
  return new SpineError('record.decode', `the record cannot be taken apart: ${cause.message}`, { cause });
}

function empty(): SpineError {
  return new SpineError('record.empty', 'a record carries at least one event');
}
