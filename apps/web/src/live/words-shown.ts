import type { EventView } from '../api/wire.ts';
import { isObject } from '../words/payload.ts';
import type { News } from './run-log.ts';

/** Words of a turn that are shown before they are recorded. They prove nothing, and go when the record has its own. */
export interface WordsShown {
  readonly turn: number;
  /** What was heard, in order. Between two pieces something was said that was not heard. */
  readonly pieces: readonly string[];
  /** Something was said before the first piece that was not heard. */
  readonly missedBefore: boolean;
  /** UTF-16 units heard before the first piece and not held any more. */
  readonly cut: number;
  /** Seq of the event that recorded the answer, once there is one: from then on the record counts. */
  readonly recorded: number | null;
}

/** Held at most, UTF-16 units; the record will have the whole answer. */
const MOST_HELD = 20_000;
/** Redraws at most this often: nobody reads faster. */
const REDRAW_MS = 80;
/** Events with which an answer is on the record, or with which none will come. */
const ANSWERS: ReadonlySet<string> = new Set(['model.answered', 'episode.ended']);
const ENDS: ReadonlySet<string> = new Set(['session.lifecycle', 'run.halted', 'outcome.recorded']);
/** Events with which a turn goes on after an answer. */
const GOES_ON: ReadonlySet<string> = new Set(['model.called', 'dispatch.start', 'dispatch.rejected', 'goal.submitted']);

/**
 * What a turn says while it says it. A piece that follows the one before joins it; one that does not is set apart, so that a
 * lost stream never reads as a whole answer. What was said before an answer was recorded and comes late is dropped.
 */
export class WordsHeard {
  private words: WordsShown | null = null;
  private shown: WordsShown | null = null;
  /** Where the next piece begins when none is missed. */
  private next = { after: 0, from: 0 };
  /** What was said before this event is settled. */
  private settled = 0;
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | null = null;

  readonly hear = (news: News): void => {
    if ('event' in news) this.happened(news.event);
    else this.say(deltaOf(news.delta));
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): WordsShown | null => this.shown;

  /** Shows nothing more of what was heard so far. */
  readonly drop = (): void => this.show(null);

  private say(delta: Delta | null): void {
    if (delta === null || delta.after < Math.max(this.settled, this.next.after)) return;
    const { turn, after, from, text } = delta;
    const held = this.words?.turn === turn && this.words.recorded === null ? this.words : null;
    const expected = after === this.next.after ? this.next.from : 0;
    this.next = { after, from: from + text.length };
    if (held === null || from < expected)
      this.show({ turn, pieces: [text], missedBefore: from > 0, cut: 0, recorded: null });
    else this.show(shortened({ ...held, pieces: joined(held.pieces, text, from === expected) }));
  }

  private happened({ seq, type, payload }: EventView): void {
    if (ANSWERS.has(type) || ENDS.has(type)) this.settled = seq;
    // Words may be here before events that came before them.
    if (this.words === null || seq <= this.next.after) return;
    if (ENDS.has(type) || (ANSWERS.has(type) && typeof payload['error_class'] === 'string')) this.drop();
    else if (ANSWERS.has(type)) this.show({ ...this.words, recorded: seq });
    else if (GOES_ON.has(type) && this.words.recorded !== null) this.drop();
  }

  private show(words: WordsShown | null): void {
    this.words = words;
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.shown = this.words;
      for (const listener of this.listeners) listener();
    }, REDRAW_MS);
  }
}

interface Delta {
  readonly turn: number;
  /** Seq of the last event when it was said, and how much was said since. */
  readonly after: number;
  readonly from: number;
  readonly text: string;
}

/** Null for what is none: it is worth no failure of the stream. */
function deltaOf(data: string): Delta | null {
  const { turn, after, from, text } = parsed(data);
  const counts = [turn, after, from].every((value) => Number.isSafeInteger(value) && Number(value) >= 0);
  return counts && typeof text === 'string'
    ? { turn: Number(turn), after: Number(after), from: Number(from), text }
    : null;
}

function parsed(data: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const joined = (pieces: readonly string[], text: string, follows: boolean): readonly string[] =>
  follows ? [...pieces.slice(0, -1), `${pieces.at(-1) ?? ''}${text}`] : [...pieces, text];

/** Without its beginning, where it is longer than is held. */
function shortened(words: WordsShown): WordsShown {
  let over = words.pieces.reduce((sum, { length }) => sum + length, 0) - MOST_HELD;
  if (over <= 0) return words;
  const pieces: string[] = [];
  let cut = words.cut;
  for (const piece of words.pieces) {
    const kept = over > 0 ? piece.slice(over).replace(/^[\udc00-\udfff]/, '') : piece;
    over -= piece.length;
    cut += piece.length - kept.length;
    if (kept !== '') pieces.push(kept);
  }
  return { ...words, pieces, cut };
}
