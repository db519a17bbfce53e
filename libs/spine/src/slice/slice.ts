/** A slice: some events of a sealed run, with proof of their places under its signed root, and so of how many are left out. */
import { encodeCbor } from '../cbor.ts';
import { SpineError } from '../errors.ts';
import { bytesField, listField, readProof, uintField } from '../proof-fields.ts';

export const SLICE_FORMAT = 'runseal-slice/1';
/** A slice is held in memory; whoever wants more exports the record. */
export const MOST_SLICE_EVENTS = 10_000;

export interface Slice {
  /** Events of the sealed run. */
  readonly size: number;
  /** Places of the events that are here, from 0, increasing. */
  readonly indexes: readonly number[];
  /** Canonical bytes of those events. */
  readonly events: readonly Uint8Array[];
  /** 32 bytes each: the largest parts of the Merkle tree without any of these events, from left to right. */
  readonly hashes: readonly Uint8Array[];
  /** Tagged COSE_Sign1 bytes. */
  readonly checkpoint: Uint8Array;
}

/** Canonical bytes of a slice. */
export function encodeSlice({ size, indexes, events, hashes, checkpoint }: Slice): Uint8Array {
  return encodeCbor({
    format: SLICE_FORMAT,
    size,
    indexes: [...indexes],
    events: [...events],
    hashes: [...hashes],
    checkpoint,
  });
}

/** Takes a slice apart; nothing in it is verified yet. Throws `record.decode` or `record.non_canonical`. */
export function decodeSlice(bytes: Uint8Array): Slice {
  const fields = readProof(bytes, ['format', 'size', 'indexes', 'events', 'hashes', 'checkpoint']);
  if (fields['format'] !== SLICE_FORMAT) throw new SpineError('record.decode', `this is no ${SLICE_FORMAT}`);
  const size = uintField(fields, 'size');
  const indexes = fields['indexes'];
  if (typeof size !== 'number' || !Array.isArray(indexes) || !indexes.every((index) => typeof index === 'number'))
    throw new SpineError('record.decode', 'the places of the slice are no list of numbers');
  const events = listField(fields, 'events');
  if (events.length !== indexes.length || events.length > MOST_SLICE_EVENTS)
    throw new SpineError('record.decode', 'the slice has another number of events than of places, or too many');
  return { size, indexes, events, hashes: listField(fields, 'hashes'), checkpoint: bytesField(fields, 'checkpoint') };
}

/** Whether these bytes begin as a slice does: a map of six, its first key "size". */
export function looksLikeSlice(bytes: Uint8Array): boolean {
  return [0xa6, 0x64, 0x73, 0x69, 0x7a, 0x65].every((byte, i) => bytes[i] === byte);
}
