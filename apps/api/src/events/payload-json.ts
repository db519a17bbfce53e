import { toHex, type CborMap, type CborValue } from '@runseal/spine';

/**
 * A payload as JSON for reading, nothing lost: byte strings become {"$hex": "…"}, integers beyond 2^53 {"$int": "…"}, and
 * a map with a key that starts with "$" becomes {"$map": [[key, value], …]}, so that no payload can pose as one of these.
 */
export function payloadJson(payload: CborMap): Record<string, unknown> {
  return mapJson(payload);
}

function valueJson(value: CborValue): unknown {
  if (typeof value === 'bigint') return { $int: value.toString() };
  if (value instanceof Uint8Array) return { $hex: toHex(value) };
  if (isList(value)) return value.map(valueJson);
  return typeof value === 'object' && value !== null ? mapJson(value) : value;
}

function mapJson(map: CborMap): Record<string, unknown> {
  const entries = Object.entries(map).map(([key, value]) => [key, valueJson(value)] as const);
  // `__proto__` would be lost by whoever parses it into a plain object.
  if (entries.some(([key]) => key.startsWith('$') || key === '__proto__')) return { $map: entries };
  return Object.fromEntries(entries);
}

const isList = (value: CborValue): value is readonly CborValue[] => Array.isArray(value);
