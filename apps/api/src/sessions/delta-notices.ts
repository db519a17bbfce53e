import type { Showing } from '@runseal/harness';
import type { Sql } from 'postgres';

/** Channel on which text of turns under way is shown. Nothing of it is kept. */
export const DELTA_CHANNEL = 'runseal_delta';

export interface Delta {
  readonly run: string;
  readonly turn: number;
  readonly text: string;
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
  private readonly of: Omit<Delta, 'text'>;
  private waiting = '';
  private timer: NodeJS.Timeout | null = null;
  private sending: Promise<void> = Promise.resolve();

  constructor(sql: Sql, of: Omit<Delta, 'text'>) {
    this.sql = sql;
    this.of = of;
  }

  readonly delta = (text: string): void => {
    this.waiting = (this.waiting + text).slice(0, MOST_WAITING);
    this.timer ??= setTimeout(() => void this.flush(), QUIET_MS);
  };

  /** Whatever comes next comes after what is shown now. */
  readonly flush = (): Promise<void> => {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const text = this.waiting;
    this.waiting = '';
    if (text !== '') this.sending = this.sending.then(() => this.send(text));
    return this.sending;
  };

  private async send(text: string): Promise<void> {
    const pieces = Array.from({ length: Math.ceil(text.length / PIECE_CHARS) }, (_, n) =>
      JSON.stringify({ ...this.of, text: text.slice(n * PIECE_CHARS, (n + 1) * PIECE_CHARS) }),
    );
    // Not worth waiting for the disk, nor failing a turn.
    await this.sql`
      select set_config('synchronous_commit', 'off', true), pg_notify(${DELTA_CHANNEL}, piece)
      from jsonb_array_elements_text(${JSON.stringify(pieces)}::text::jsonb) as piece`.catch(() => undefined);
  }
}
