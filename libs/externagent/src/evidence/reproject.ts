/**
 * Reads the kept lines of a run again, with the parser of today, and says what would be recorded differently. The lines
 * are the evidence; what was read in them was a reading.
 */
import { actionName } from '@runseal/dispatch';
import { toHex, type CborMap } from '@runseal/spine';
import type { Adapter } from '../adapter.ts';
import { readFrame, type FrameFault } from '../frames/read.ts';
import { NAMES, projectionOf, wordsOf } from '../record/attested.ts';
import { redactor } from '../redact.ts';

export interface RecordedEvent {
  readonly seq: number;
  readonly type: string;
  readonly payload: CborMap;
}

export interface Reading {
  readonly kind: string;
  readonly summary: Readonly<Record<string, unknown>>;
  /** What it says it did by itself; null where that is nothing, or is not at hand. */
  readonly words: string | null;
}

export interface Difference {
  readonly seq: number;
  readonly frame: number;
  readonly recorded: Reading;
  /** null: a blank line to the parser of today. */
  readonly now: Reading | null;
}

export interface Reprojection {
  /** Lines of stdout on the record. */
  readonly frames: number;
  /** Of these, how many could be read again. */
  readonly read: number;
  /** Lines whose bytes are not at hand: too long to have been kept, erased, or not in the export. */
  readonly missing: readonly number[];
  readonly differences: readonly Difference[];
  /** Lines that could not be read in full: then, by the gaps on the record, and now. */
  readonly faults: {
    readonly recorded: Readonly<Record<string, number>>;
    readonly now: Readonly<Record<string, number>>;
  };
}

/** `contentOf` answers the bytes under a commitment (hex), or undefined. Never throws for what the record holds. */
export function reproject(
  adapter: Pick<Adapter, 'parse'>,
  events: Iterable<RecordedEvent>,
  contentOf: (commitment: string) => Uint8Array | undefined,
): Reprojection {
  const again = new Again(adapter, contentOf);
  for (const event of events) again.see(event);
  return again.result();
}

/** What was recorded came through the episode's own redactor; the kept line is redacted already. */
const NOTHING_SECRET = redactor([]);

class Again {
  readonly #adapter: Pick<Adapter, 'parse'>;
  readonly #contentOf: (commitment: string) => Uint8Array | undefined;
  readonly #missing: number[] = [];
  readonly #differences: Difference[] = [];
  readonly #recorded = new Map<string, number>();
  readonly #now = new Map<string, number>();
  #frames = 0;

  constructor(adapter: Pick<Adapter, 'parse'>, contentOf: (commitment: string) => Uint8Array | undefined) {
    this.#adapter = adapter;
    this.#contentOf = contentOf;
  }

  see({ seq, type, payload }: RecordedEvent): void {
    if (type === 'provenance.gap') this.#gap(payload);
    if (type !== 'provenance.attested' || payload['kind'] === 'stderr') return;
    this.#frames += 1;
    const frame = typeof payload['frame'] === 'number' ? payload['frame'] : 0;
    const line = this.#contentNamed(payload['raw']);
    if (line === undefined) {
      this.#missing.push(frame);
      return;
    }
    const sha256 = payload['raw_sha256'] instanceof Uint8Array ? payload['raw_sha256'] : new Uint8Array(32);
    const read = readFrame({ number: frame, sha256, bytes: line.length, line, terminated: true }, this.#adapter);
    for (const fault of read?.faults ?? []) this.#now.set(fault, (this.#now.get(fault) ?? 0) + 1);
    const words = this.#contentNamed(payload['words']);
    const recorded: Reading = {
      kind: textOf(payload['kind']),
      summary: mapOf(payload['summary']),
      words: words === undefined ? null : utf8.decode(words),
    };
    const now = read === null ? null : projectionOf(read, NOTHING_SECRET);
    // Words that were kept and are not at hand cannot be told apart from those of now.
    const kept = payload['words'] === undefined || words !== undefined;
    if (now === null || !same(asOfToday(recorded), kept ? now : { ...now, words: null }))
      this.#differences.push({ seq, frame, recorded, now });
  }

  result(): Reprojection {
    return {
      frames: this.#frames,
      read: this.#frames - this.#missing.length,
      missing: this.#missing,
      differences: this.#differences,
      faults: { recorded: Object.fromEntries(this.#recorded), now: Object.fromEntries(this.#now) },
    };
  }

  #gap({ surface, reason, count }: CborMap): void {
    if (surface !== 'frames' || typeof reason !== 'string' || !FAULTS.has(reason)) return;
    this.#recorded.set(reason, (this.#recorded.get(reason) ?? 0) + (typeof count === 'number' ? count : 0));
  }

  #contentNamed(ref: unknown): Uint8Array | undefined {
    const commitment = mapOf(ref)['commitment'];
    return commitment instanceof Uint8Array ? this.#contentOf(toHex(commitment)) : undefined;
  }
}

/** A line that is too long is not read, then or now. */
const FAULTS = new Set<string>(['invalid_utf8', 'unparseable', 'unknown_type', 'not_an_object'] satisfies FrameFault[]);

const utf8 = new TextDecoder();

/**
 * As the same reading is recorded today: records of before keep words in the summary, also such as are kept no longer, and
 * names of any form. `redacted` is said of the keeping, not of the line.
 */
function asOfToday({ kind, summary, words }: Reading): Reading {
  const { redacted: _, text, command, ...rest } = summary;
  const named = Object.entries(rest).map(([key, value]): [string, unknown] => [
    key,
    Object.hasOwn(NAMES, key) && typeof value === 'string' ? actionName(value) : value,
  ]);
  return {
    kind,
    summary: Object.fromEntries(named),
    words: words ?? wordsOf(kind, [textOf(command), textOf(text)]),
  };
}

function same(a: Reading, b: Reading): boolean {
  return a.kind === b.kind && a.words === b.words && sorted(a.summary) === sorted(b.summary);
}

function sorted(summary: Reading['summary']): string {
  const entries = Object.entries(summary).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(entries, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const mapOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
    ? (value as Record<string, unknown>)
    : {};
