/** Writes RFC 8949 core deterministic CBOR; anything that has no exact encoding is refused, never adjusted. */
import { keyOf, sortKeys } from './keys.ts';
import type { Key } from './keys.ts';
import { INT64_MAX, INT64_MIN, MAX_CBOR_DEPTH } from './limits.ts';
import { written } from './writer.ts';
import type { CborWriter } from './writer.ts';
import { SpineError } from '../errors.ts';
import type { CborValue } from '../values.ts';

/**
 * Canonical bytes of a value.
 *
 * Throws `enc.encode`, naming the place, for what cannot be written without loss: undefined, NaN, fractions, numbers
 * beyond 2^53 (pass a bigint), bigints beyond int64, texts with a lone surrogate, Maps, Dates and other class instances,
 * and nesting deeper than {@link MAX_CBOR_DEPTH}.
 *
 * @example encodeCbor({ call: 1, action: 'workspace.read' })
 */
export function encodeCbor(value: CborValue): Uint8Array {
  return written((writer) => writeValue(writer, value, []));
}

/** Where within the whole a value stands. */
export type Place = (string | number)[];

/** Writes one value; throws as {@link encodeCbor} does, and then part of the value may have been written. */
export function writeValue(writer: CborWriter, value: unknown, place: Place): void {
  if (place.length > MAX_CBOR_DEPTH) throw refused(place, `is nested deeper than ${MAX_CBOR_DEPTH}`);
  if (typeof value === 'string') writeText(writer, value, place);
  else if (typeof value === 'number') writeNumber(writer, value, place);
  else if (value === null) writer.byte(0xf6);
  else if (typeof value === 'boolean') writer.byte(value ? 0xf5 : 0xf4);
  else if (typeof value === 'bigint') writeInteger(writer, value, place);
  else if (value instanceof Uint8Array) writeBytes(writer, value);
  else if (Array.isArray(value)) writeArray(writer, value, place);
  else if (isPlainMap(value)) writeMap(writer, value, place);
  else
    throw refused(
      place,
      `is ${describe(value)}; a record holds text, bytes, integers, booleans, null, arrays and maps`,
    );
}

function writeNumber(writer: CborWriter, value: number, place: Place): void {
  if (!Number.isSafeInteger(value)) {
    throw refused(place, `is the number ${value}; only integers up to 2^53-1 are exact, pass a bigint or a text`);
  }
  if (value >= 0) writer.head(0, value);
  else writer.head(1, -1 - value);
}

function writeInteger(writer: CborWriter, value: bigint, place: Place): void {
  if (value < INT64_MIN || value > INT64_MAX) throw refused(place, 'is an integer beyond int64; pass it as text');
  if (value >= 0n) writer.head(0, value);
  else writer.head(1, -1n - value);
}

const utf8 = new TextEncoder();
/** Texts up to this length are tried as ASCII first: most are, and then no bytes of their own are made of them. */
const TRIED_AS_ASCII = 4096;

function writeText(writer: CborWriter, value: string, place: Place): void {
  if (value.length <= TRIED_AS_ASCII) {
    const start = writer.length;
    writer.head(3, value.length);
    if (writer.ascii(value)) return;
    writer.rewind(start);
  }
  // TextEncoder would silently turn a lone surrogate into U+FFFD: another text than the one that was meant.
  if (!value.isWellFormed()) throw refused(place, 'is a text with a lone surrogate; keep the raw bytes instead');
  const bytes = utf8.encode(value);
  writer.head(3, bytes.length);
  writer.raw(bytes);
}

function writeBytes(writer: CborWriter, value: Uint8Array): void {
  writer.head(2, value.length);
  writer.raw(value);
}

function writeArray(writer: CborWriter, value: readonly unknown[], place: Place): void {
  writer.head(4, value.length);
  for (let i = 0; i < value.length; i++) {
    place.push(i);
    writeValue(writer, value[i], place);
    place.pop();
  }
}

function writeMap(writer: CborWriter, value: Readonly<Record<string, unknown>>, place: Place): void {
  const keys = keysOf(value, place);
  writer.head(5, keys.length);
  for (const { text, encoded } of keys) {
    writer.raw(encoded);
    place.push(text);
    writeValue(writer, value[text], place);
    place.pop();
  }
}

function keysOf(value: object, place: Place): Key[] {
  const texts = Object.keys(value);
  // Reflect.ownKeys says both at once, at five times the price.
  if (Object.getOwnPropertyNames(value).length !== texts.length || Object.getOwnPropertySymbols(value).length > 0) {
    throw refused(place, 'has a symbol or hidden key; keys are texts that can be seen');
  }
  const keys: Key[] = [];
  for (const text of texts) {
    const key = keyOf(text);
    if (key === null) throw refused(place, 'has a key with a lone surrogate');
    keys.push(key);
  }
  sortKeys(keys);
  return keys;
}

function isPlainMap(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A plain object of another realm (a worker, a test runner) has that realm's Object.prototype, which ends the chain.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value;
  const name = (value as { constructor?: { name?: unknown } }).constructor?.name;
  return typeof name === 'string' ? `a ${name}` : 'an object';
}

function refused(place: Place, why: string): SpineError {
  return new SpineError('enc.encode', `${place.length === 0 ? 'the value' : place.join('.')} ${why}`);
}
