/** Keys of maps as they are written and sorted. The same few hundred come again and again, so they are remembered. */
import { CborWriter } from './writer.ts';

export interface Key {
  readonly text: string;
  /** Head and UTF-8 bytes. */
  readonly encoded: Uint8Array;
}

/** Keys may be anybody's: no more of them, and none longer, are remembered. */
const REMEMBERED = 1024;
const LONGEST_REMEMBERED = 64;
const remembered = new Map<string, Key>();

/** Null for a text with a lone surrogate, which has no UTF-8 form. */
export function keyOf(text: string): Key | null {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const key = newKey(text);
  if (key !== null && text.length <= LONGEST_REMEMBERED && remembered.size < REMEMBERED) remembered.set(text, key);
  return key;
}

/** Sorts bytewise on the encoded form (RFC 8949, section 4.2.1). A map has few keys, and often in order already. */
export function sortKeys(keys: Key[]): void {
  if (keys.length > MANY_KEYS) {
    keys.sort((a, b) => order(a.encoded, b.encoded));
    return;
  }
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i]!;
    let at = i;
    for (; at > 0 && order(keys[at - 1]!.encoded, key.encoded) > 0; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
}

/** From here on inserting one by one is the slower way. */
const MANY_KEYS = 24;

function order(left: Uint8Array, right: Uint8Array): number {
  const shared = Math.min(left.length, right.length);
  for (let i = 0; i < shared; i++) if (left[i] !== right[i]) return left[i]! - right[i]!;
  return left.length - right.length;
}

const utf8 = new TextEncoder();

function newKey(text: string): Key | null {
  if (!text.isWellFormed()) return null;
  const bytes = utf8.encode(text);
  const writer = new CborWriter(bytes.length + 9);
  writer.head(3, bytes.length);
  writer.raw(bytes);
  return { text, encoded: writer.take() };
}
