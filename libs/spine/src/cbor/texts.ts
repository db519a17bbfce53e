/** Texts out of bytes: a record says the same few hundred short ones over and over, so the last ones read are kept. */

/** Longest text kept, bytes: beyond, TextDecoder is the faster way. */
const KEPT = 40;
const SLOTS = 4096;
/** One text a slot, whatever comes: what a hostile record fills it with costs nobody anything but the time to read it. */
const kept: (string | undefined)[] = Array.from({ length: SLOTS });

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text in these bytes; null when they are not UTF-8. */
export function textIn(bytes: Uint8Array, from: number, to: number): string | null {
  const short = shortText(bytes, from, to);
  if (short !== null) return short;
  try {
    return utf8.decode(bytes.subarray(from, to));
  } catch {
    return null;
  }
}

/** The text, when it is short and all ASCII. */
function shortText(bytes: Uint8Array, from: number, to: number): string | null {
  const length = to - from;
  if (length > KEPT) return null;
  let hash = length;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if (byte > 0x7f) return null;
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  const known = kept[slot];
  if (known !== undefined && isSame(known, bytes, from, length)) return known;
  return (kept[slot] = lettersOf(bytes, from, to));
}

/** Eight letters a call: one by one makes a string of each, and a spread goes the long way through an iterator. */
function lettersOf(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  let at = from;
  for (; at + 8 <= to; at += 8)
    text += String.fromCharCode(
      bytes[at]!,
      bytes[at + 1]!,
      bytes[at + 2]!,
      bytes[at + 3]!,
      bytes[at + 4]!,
      bytes[at + 5]!,
      bytes[at + 6]!,
      bytes[at + 7]!,
    );
  for (; at < to; at++) text += String.fromCharCode(bytes[at]!);
  return text;
}

function isSame(text: string, bytes: Uint8Array, from: number, length: number): boolean {
  if (text.length !== length) return false;
  for (let i = 0; i < length; i++) if (text.charCodeAt(i) !== bytes[from + i]) return false;
  return true;
}
