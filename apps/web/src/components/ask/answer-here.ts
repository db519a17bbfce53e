import {
  ask,
  decodeEvent,
  Frontier,
  leafHash,
  parseClaim,
  SpineError,
  toHex,
  type Answer,
  type Report,
  type SpineEvent,
} from '@runseal/spine';
import { fromBase64 } from '@runseal/spine/ledger';
import type { EventView } from '../../api/wire.ts';
import { readContents, wantedFor } from './contents-here.ts';

/** What is shown of an answer, whoever computed it. */
export type Shown = Pick<Answer, 'answer' | 'strength' | 'sentence' | 'events'> & {
  readonly blindSpots: readonly { readonly surface: string; readonly seq: number | null; readonly reason: string }[];
};

export type Answered =
  { readonly state: 'answered'; readonly answer: Shown } | { readonly state: 'unreadable'; readonly sentence: string };

/**
 * Answers a question from the bytes of the events and of the contents they name, not from what a server says they hold. null:
 * it takes more contents than a page is to fetch.
 */
export async function answerHere(
  run: string,
  question: string,
  events: readonly EventView[],
): Promise<Answered | null> {
  try {
    const claim = parseClaim(question);
    const read = eventsHere(events);
    const wanted = wantedFor(claim, read);
    return wanted === null ? null : { state: 'answered', answer: ask(claim, read, await readContents(run, wanted)) };
  } catch (error) {
    if (error instanceof SpineError) return { state: 'unreadable', sentence: error.message };
    throw error;
  }
}

/** The events as their bytes say, not as a server reads them. Throws SpineError. */
export function eventsHere(events: readonly EventView[]): readonly SpineEvent[] {
  return events.map(({ canonical }) => decodeEvent(bytesOf(canonical)));
}

/** Whether these events are, byte for byte, the ones whose integrity and completeness were verified in this browser. */
export function areVerified(events: readonly EventView[], report: Report | null): boolean {
  const passed = (name: string): boolean =>
    report?.verdicts.some((verdict) => verdict.name === name && verdict.state === 'pass') === true;
  if (report?.root == null || report.events !== events.length) return false;
  if (!passed('integrity') || !passed('completeness')) return false;
  const frontier = new Frontier();
  for (const { canonical } of events) frontier.append(leafHash(bytesOf(canonical)));
  return toHex(frontier.root()) === (typeof report.root === 'string' ? report.root : toHex(report.root));
}

const bytesOf = (canonical: string): Uint8Array => fromBase64(canonical, 'An event');
