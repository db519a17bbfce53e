import type { Showing } from '@runseal/harness';
import type { Sql } from 'postgres';

/** Channel on which text of turns under way is shown. Nothing of it is kept. */
export const DELTA_CHANNEL = 'runseal_delta';

export interface Delta {
  readonly run: string;
  readonly turn: number;
  /** Seq of the last event on the record when it was said. */
  readonly after: number;
  /** UTF-16 units said since that event, before this text: whoever missed some can tell. */
  readonly from: number;
  readonly text: string;
}

/** Whose text it is, and how many events are on the record now. */
export interface Saying {
  readonly run: string;
  readonly turn: number;
  readonly size: () => number;
}

/** Text is shown this often at most, milliseconds: a word at a time would be a notice each. */
const QUIET_MS = 50;
/** A notice holds 8,000 bytes; a character takes six of them at most, written as JSON. */
const PIECE_CHARS = 1200;
/** What a harness says faster than it is shown is left out beyond this. Characters. */
const MOST_WAITING = 64 * 1024;

/** Shows the text of one turn to whoever watches, in any process. What is lost on the way is lost: the record has the answer. */
export class DeltaNotices implements Showing {
  private readonly sql: Sql;
  private readonly of: Saying;
  private waiting = '';
  /** Event after which what waits was said, and how much was said after it before. */
  private after = -1;
  private from = 0;
  /** UTF-16 units left out behind what waits. */
  private lost = 0;
  private timer: NodeJS.Timeout | null = null;
  private sending: Promise<void> = Promise.resolve();

  constructor(sql: Sql, of: Saying) {
    this.sql = sql;
    this.of = of;
  }

  readonly delta = (text: string): void => {
    const after = this.of.size();
    if (after !== this.after) {
      void this.flush();
      [this.after, this.from] = [after, 0];
    }
    const room = MOST_WAITING - this.waiting.length;
    this.waiting += text.slice(0, room);
    this.lost += Math.max(0, text.length - room);
    this.timer ??= setTimeout(() => void this.flush(), QUIET_MS);
  };

  /** Whatever comes next comes after what is shown now. */
  readonly flush = (): Promise<void> => {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const [text, lost] = [this.waiting, this.lost];
    [this.waiting, this.lost] = ['', 0];
    if (text !== '') {
      const pieces = this.piecesOf(text);
      this.sending = this.sending.then(() => this.send(pieces));
    }
    this.from += text.length + lost;
    return this.sending;
  };

  private piecesOf(text: string): readonly string[] {
    const { run, turn } = this.of;
    return Array.from({ length: Math.ceil(text.length / PIECE_CHARS) }, (_, n) => {
      const at = n * PIECE_CHARS;
      const delta: Delta = {
        run,
        turn,
        after: this.after,
        from: this.from + at,
        text: text.slice(at, at + PIECE_CHARS),
      };
      return JSON.stringify(delta);
    });
  }

  private async send(pieces: readonly string[]): Promise<void> {
    // Not worth waiting for the disk, nor failing a turn.
    await this.sql`
      select set_config('synchronous_commit', 'off', true), pg_notify(${DELTA_CHANNEL}, piece)
      from jsonb_array_elements_text(${JSON.stringify(pieces)}::text::jsonb) as piece`.catch(() => undefined);
  }
}
