/** Payloads for display. What is shown is never hashed: the canonical bytes are. */
import { toHex } from './bytes.ts';
import type { CborMap, CborValue } from './values.ts';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * A payload as JSON: byte strings as {"$hex": …}, integers beyond 2^53 as {"$int": …}. A key of the payload that begins
 * with `$` gets a second one, so that no payload can pass for either.
 */
export function payloadToJson(payload: CborMap): Readonly<Record<string, JsonValue>> {
  const entries = Object.entries(payload).map(
    ([key, value]) => [key.startsWith('$') ? `$${key}` : key, toJson(value)] as const,
  );
  // fromEntries defines properties, so that a key `__proto__` is a key like any other.
  return Object.fromEntries(entries);
}

function toJson(value: CborValue): JsonValue {
  if (typeof value === 'bigint') return { $int: value.toString() };
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return { $hex: toHex(value) };
  if (Array.isArray(value)) return (value as readonly CborValue[]).map(toJson);
  return payloadToJson(value as CborMap);
}
