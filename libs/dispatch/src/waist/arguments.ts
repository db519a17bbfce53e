/**
 * The bytes a call's arguments are recorded as. What cannot be written as JSON without loss is never recorded as
 * something else: it is refused, and what was received is kept as it can best be shown.
 */
import { inspect } from 'node:util';

/** Most bytes of arguments the waist takes. */
export const MAX_ARGUMENT_BYTES = 8 * 1024 * 1024;
const MAX_DEPTH = 100;

export type ReadArguments =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly media: 'application/json' }
  | { readonly ok: false; readonly bytes: Uint8Array; readonly media: string; readonly problem: string };

/** Canonical JSON (RFC 8785: keys sorted by UTF-16 code unit, no spaces) of a value, or why there is none. */
export function readArguments(args: unknown): ReadArguments {
  try {
    return { ok: true, bytes: new TextEncoder().encode(canonicalJson(args)), media: 'application/json' };
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    return { ok: false, ...asReceived(args), problem: error.message };
  }
}

class NotJson extends Error {}

function canonicalJson(value: unknown, at = 'arguments', depth = 0): string {
  if (depth > MAX_DEPTH) throw new NotJson(`${clip(at)} is nested deeper than ${MAX_DEPTH} levels.`);
  switch (typeof value) {
    case 'string':
      return quote(value, at);
    case 'boolean':
      return String(value);
    case 'number':
      if (!Number.isFinite(value)) throw new NotJson(`${clip(at)} is not a finite number.`);
      return JSON.stringify(value);
    case 'object':
      if (value === null) return 'null';
      if (Array.isArray(value))
        return `[${Array.from(value, (item: unknown, i) => canonicalJson(item, `${at}[${i}]`, depth + 1)).join(',')}]`;
      return canonicalObject(value, at, depth);
    case 'undefined':
    case 'bigint':
    case 'function':
    case 'symbol':
      throw new NotJson(`${clip(at)} is not a JSON value (${typeof value}).`);
  }
}

function canonicalObject(value: object, at: string, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null)
    throw new NotJson(`${clip(at)} is not a plain object.`);
  const members = Object.keys(value)
    .sort((a, b) => (a < b ? -1 : 1))
    .map(
      (key) => `${quote(key, at)}:${canonicalJson((value as Record<string, unknown>)[key], `${at}.${key}`, depth + 1)}`,
    );
  return `{${members.join(',')}}`;
}

function quote(text: string, at: string): string {
  if (!text.isWellFormed()) throw new NotJson(`${clip(at)} holds half of a surrogate pair; send well-formed Unicode.`);
  return JSON.stringify(text);
}

/**
 * JSON.stringify keeps a lone surrogate as an escape, so it is faithful for text; for values that JSON drops or turns
 * into null a plain rendering is kept, marked as text.
 */
function asReceived(args: unknown): { bytes: Uint8Array; media: string } {
  const faithful = onlyTextIsBad(args, 0) ? JSON.stringify(args) : undefined;
  if (faithful !== undefined) return { bytes: new TextEncoder().encode(faithful), media: 'application/json' };
  const shown = inspect(args, {
    depth: 8,
    maxArrayLength: 1000,
    maxStringLength: 65_536,
    breakLength: Infinity,
    customInspect: false,
    getters: false,
  });
  return { bytes: new TextEncoder().encode(shown.toWellFormed()), media: 'text/plain; charset=utf-8' };
}

function onlyTextIsBad(value: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return Array.from(value).every((item) => onlyTextIsBad(item, depth + 1));
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return !('toJSON' in value) && Object.values(value).every((item) => onlyTextIsBad(item, depth + 1));
}

function clip(at: string): string {
  return at.length <= 120 ? at.toWellFormed() : `${at.slice(0, 117).toWellFormed()}...`;
}
