/**
 * The values an event payload may hold (RECORD: text, bytes, int64, bool, null, array, map with text keys; no floats,
 * no tags). Integers are `number` while they are safe integers and `bigint` beyond, in both directions, so that
 * 9007199254740992 and 9007199254740993 stay different.
 */
export type CborValue = string | number | bigint | boolean | null | Uint8Array | readonly CborValue[] | CborMap;

/** A map with text keys. Decoded maps have no prototype, so `__proto__` is a key like any other. */
export interface CborMap {
  readonly [key: string]: CborValue;
}

/** True for a map: not an array, not bytes, not null. */
export function isMap(value: CborValue | undefined): value is CborMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}
