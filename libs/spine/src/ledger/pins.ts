/** Heads a reader remembers, in a file of their own (`pins.json`): the same for the command line and the browser. */
import { toHex } from '../bytes.ts';
import { parsePlainJson } from '../plain-json.ts';
import type { Report } from '../verdicts.ts';
import { parseHead } from './head.ts';
import { parseNote } from './note.ts';
import { parseReceipt } from './receipt.ts';

/** A head of a ledger that this reader saw once, and that the ledger may never contradict. */
export interface Pin {
  readonly size: number;
  /** 64 hex digits. */
  readonly root: string;
  /** The signed head: evidence, should it ever be contradicted. */
  readonly note: string;
  /** ISO time. */
  readonly seenAt: string;
}

/** Heads seen, the smallest first, by the origin of their ledger. */
export type Pins = Readonly<Record<string, readonly Pin[]>>;

/** What a head is to the pins: `contradicts` is a fault of the ledger, never of the reader. */
export type PinState = 'first' | 'known' | 'unchecked' | 'contradicts';

export interface Pinned {
  readonly origin: string;
  readonly size: number;
  readonly state: PinState;
  /** Root the pin has and root the receipt has, where they contradict. */
  readonly roots: readonly [string, string] | null;
}

/** Reads a pins.json; null when it is none, which is never taken for an empty one. */
export function parsePins(text: string): Pins | null {
  try {
    const document: unknown = parsePlainJson(text);
    if (typeof document !== 'object' || document === null || Array.isArray(document)) return null;
    return Object.values(document).every((pins) => Array.isArray(pins) && pins.every(isPin))
      ? (document as Pins)
      : null;
  } catch {
    return null;
  }
}

export const pinsFile = (pins: Pins): string => `${JSON.stringify(pins, null, 2)}\n`;

/** Heads seen of that ledger, the smallest first. */
export const pinsOf = (pins: Pins, origin: string): readonly Pin[] =>
  Object.hasOwn(pins, origin) ? pins[origin]! : [];

/** The pins with these of one ledger in place of what they held of it. Any text can be the name of a ledger. */
export const withPinsOf = (pins: Pins, origin: string, of: readonly Pin[]): Pins =>
  Object.fromEntries(new Map(Object.entries(pins)).set(origin, of));

/** Both sets of heads; heads of one size that differ are both kept, for together they prove two histories. */
export function mergedPins(pins: Pins, others: Pins): Pins {
  return Object.entries(others).reduce((merged, [origin, more]) => {
    const known = pinsOf(merged, origin);
    const fresh = more.filter((pin) => !known.some(({ size, root }) => size === pin.size && root === pin.root));
    return withPinsOf(
      merged,
      origin,
      [...known, ...fresh].sort((a, b) => a.size - b.size),
    );
  }, pins);
}

/** The pin of a signed head. Throws SpineError `runseal.ledger_*` for what is none. */
export function pinOf(note: string, now: Date): Pin & { readonly origin: string } {
  const { origin, size, root } = parseHead(parseNote(note).text);
  return { origin, size, root: toHex(root), note, seenAt: now.toISOString() };
}

/**
 * Holds the ledger head under a receipt against the heads seen before, and remembers it. Only heads whose signature was
 * verified count.
 *
 * @returns what the head is to the pins, and the pins from now on; null when there is no verified head
 */
export function pinReceipt(
  report: Report,
  receipt: string | null,
  pins: Pins,
  now: Date,
): { readonly pinned: Pinned; readonly pins: Pins } | null {
  const independence = report.verdicts.find(({ name }) => name === 'independence');
  const verified = independence?.state === 'pass' || independence?.code === 'runseal.not_witnessed';
  if (receipt === null || !verified) return null;
  const { origin, ...pin } = pinOf(parseReceipt(receipt).head, now);
  const before = pinsOf(pins, origin);
  const other = before.find(({ size, root }) => size === pin.size && root !== pin.root);
  const state = other === undefined ? stateOf(before, pin) : 'contradicts';
  const roots = other === undefined ? null : ([other.root, pin.root] as const);
  const news = state === 'first' || state === 'unchecked';
  return {
    pinned: { origin, size: pin.size, state, roots },
    pins: news ? mergedPins(pins, withPinsOf({}, origin, [pin])) : pins,
  };
}

/** Without a proof, only a head of the same size can be told to be known. */
function stateOf(before: readonly Pin[], { size }: Pin): PinState {
  if (before.some((one) => one.size === size)) return 'known';
  return before.length === 0 ? 'first' : 'unchecked';
}

function isPin(pin: unknown): pin is Pin {
  const { size, root, note, seenAt } = (pin ?? {}) as Partial<Record<keyof Pin, unknown>>;
  if (!Number.isSafeInteger(size) || typeof note !== 'string' || typeof seenAt !== 'string') return false;
  return typeof root === 'string' && /^[0-9a-f]{64}$/.test(root);
}
