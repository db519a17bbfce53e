/** The attested events of a batch of frames, and the gaps for what could not be read in them. */
import { actionName } from '@runseal/dispatch';
import { commitContent, type EventDraft } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { draft, withContents } from '@runseal/harness';
import type { HarnessEvent } from '../adapter.ts';
import { MAX_NAMED_FRAMES } from '../episode/observation.ts';
import type { FrameFault, ReadFrame } from '../frames/read.ts';
import type { Redactor } from '../redact.ts';
import { gap } from './gaps.ts';

/** One attested event per frame; after them one gap per kind of fault, naming the frames. */
export function attestedDrafts(reads: readonly ReadFrame[], secrets: Redactor): EventDraft[] {
  return [...reads.map((read) => attested(read, secrets)), ...faultGaps(reads)];
}

/**
 * The hash is of the line exactly as it was printed. The line kept beside it has its secrets replaced; where that
 * happened the summary says `redacted`, and kept line and hash cannot agree.
 */
function attested(read: ReadFrame, secrets: Redactor): EventDraft {
  const { frame, faults } = read;
  const projection = projectionOf(read, secrets);
  const kept = frame.line === null ? null : secrets.bytes(frame.line);
  const raw =
    kept === null ? null : commitContent(kept, faults.includes('invalid_utf8') ? BYTES : TEXT, undefined, nodeHasher);
  const redacted = kept !== null && kept !== frame.line;
  const { words: said } = projection;
  const words = said === null ? null : commitContent(Buffer.from(said), TEXT, undefined, nodeHasher);
  return draft(
    'provenance.attested',
    'agent',
    {
      kind: projection.kind,
      frame: frame.number,
      raw_sha256: frame.sha256,
      raw_bytes: frame.bytes,
      raw: raw?.ref ?? null,
      summary: { ...projection.summary, ...(redacted ? { redacted } : {}) },
      ...(words !== null && { words: words.ref }),
    },
    withContents(raw, words),
  );
}

export interface Projection {
  readonly kind: string;
  readonly summary: Summary;
  /** What it says it did by itself; null where it says nothing of the kind. */
  readonly words: string | null;
}

/** What is recorded of a line beside its bytes: all of it can be had again from the kept line. */
export function projectionOf({ events }: Pick<ReadFrame, 'events'>, secrets: Redactor): Projection {
  const { kind, command = '', text = '' } = events[0]!;
  return {
    kind,
    summary: summaryOf(events, secrets),
    words: wordsOf(kind, [secrets.text(command), secrets.text(text)]),
  };
}

const TEXT = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';

const DETAIL: Record<FrameFault, string> = {
  line_too_long: 'Lines longer than is kept: hash and length stand for them.',
  invalid_utf8: 'Lines that are not valid UTF-8: their bytes are kept, their meaning is unknown.',
  unparseable: 'Lines that could not be parsed: their bytes are kept, their meaning is unknown.',
  unknown_type: 'Lines of a kind this adapter does not know: their bytes are kept, their meaning is unknown.',
  not_an_object: 'Lines that are JSON but no object: their bytes are kept, their meaning is unknown.',
};

function faultGaps(reads: readonly ReadFrame[]): EventDraft[] {
  const frames = new Map<FrameFault, number[]>();
  for (const read of reads)
    for (const fault of read.faults) frames.set(fault, [...(frames.get(fault) ?? []), read.frame.number]);
  return [...frames].map(([reason, concerned]) =>
    gap('frames', reason, {
      count: concerned.length,
      frames: concerned.slice(0, MAX_NAMED_FRAMES),
      detail: DETAIL[reason],
    }),
  );
}

type Summary = Record<string, string | number | boolean | null>;

/** What a harness does by itself: questions are answered from its words, which are content. */
const BY_ITSELF: readonly string[] = ['native_command', 'file_change', 'web_search', 'foreign_mcp_call'];

/** What stands in a frame's words: what it did, and what is said of it; null where it did nothing by itself, or says nothing. */
export function wordsOf(kind: string, parts: readonly string[]): string | null {
  const said = BY_ITSELF.includes(kind) ? parts.filter((part) => part !== '') : [];
  return said.length === 0 ? null : said.map(shortly).join('\n');
}

/** Names and ids in a summary, and the fields they are taken from. */
export const NAMES = {
  server: 'server',
  tool: 'tool',
  status: 'status',
  call_id: 'callId',
  session: 'session',
  unread: 'unread',
} as const;

/** Names, ids and numbers: an event is there for good, and so is what stands in it. */
function summaryOf(events: readonly HarnessEvent[], secrets: Redactor): Summary {
  const first = events[0]!;
  const summary: Summary = {};
  for (const [key, field] of Object.entries(NAMES)) {
    const value = first[field];
    if (value !== undefined) summary[key] = actionName(secrets.text(value));
  }
  if (first.terminal !== undefined) summary['terminal'] = first.terminal;
  const usage = events.find((event) => event.usage !== undefined)?.usage;
  for (const [key, value] of Object.entries<string | number | null>({ ...usage }))
    if (typeof value !== 'number' || Number.isSafeInteger(value)) summary[key] = value;
  if (events.length > 1) summary['events'] = shortly(events.map((event) => event.kind).join(','));
  return summary;
}

const MAX_CHARS = 512;

/** The whole text is in the line; this is for reading and asking. Half a surrogate pair cannot be written at all. */
function shortly(text: string): string {
  return (text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text).toWellFormed();
}
