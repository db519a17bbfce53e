import { visible } from '@runseal/spine';
import type { Delta } from '../server/watch-events.ts';
import { wantsColour, type Io } from '../io.ts';

/** What became of words that were shown: whether they are exactly what was recorded. */
export type Heard = 'nothing' | 'the same' | 'other words';

const MARK = 'Not on the record yet, shown as it is said:';
const MISSED = '[… some words were not heard here]';

/**
 * Shows words on a terminal while they are said, dim and marked as not on the record. What a terminal showed it cannot take
 * back, so afterwards they are compared with what was recorded. Without a terminal nothing is shown.
 */
export class WordsOnScreen {
  readonly #io: Io;
  readonly #shows: boolean;
  #open = false;
  /** Said since the last answer, as far as it was heard; null once something was missed. */
  #said: string | null = '';
  #heard = false;
  #next = { after: 0, from: 0 };
  /** First half of a character whose second half is still to come. */
  #half = '';

  constructor(io: Io, json: boolean) {
    this.#io = io;
    this.#shows = !json && io.stdout.isTTY === true;
  }

  readonly say = ({ after, from, text }: Delta): void => {
    if (!this.#shows || after < this.#next.after) return;
    const expected = after === this.#next.after ? this.#next.from : 0;
    if (from < expected) this.begin();
    if (!this.#open) this.#write(`${MARK}\n`);
    this.#open = true;
    this.#heard = true;
    this.#next = { after, from: from + text.length };
    if (from > expected || (from < expected && from > 0)) {
      this.#said = null;
      this.#half = '';
      this.#write(` ${MISSED} `);
    }
    if (this.#said !== null) this.#said += text;
    this.#write(this.#whole(text));
  };

  /** Ends the line, for something else to be shown. */
  readonly pause = (): void => {
    if (this.#open) this.#write('\n');
    this.#open = false;
    this.#half = '';
  };

  /** What is said from now on is another answer; what was said before event `seq` and comes late is not shown. */
  readonly begin = (seq = 0): void => {
    this.pause();
    this.#said = '';
    this.#heard = false;
    if (seq > this.#next.after) this.#next = { after: seq, from: 0 };
  };

  /** Holds what was shown since the last `begin` against what was recorded. */
  against(recorded: string | null): Heard {
    if (!this.#heard) return 'nothing';
    return this.#said === recorded ? 'the same' : 'other words';
  }

  /** What can be shown of it: a character whose halves come apart waits for its second. */
  #whole(text: string): string {
    const all = this.#half + text;
    this.#half = /[\ud800-\udbff]$/.exec(all)?.[0] ?? '';
    return all.slice(0, all.length - this.#half.length);
  }

  #write(text: string): void {
    const shown = text.split('\n').map(visible);
    const colour = wantsColour(this.#io.stdout, this.#io.env);
    this.#io.stdout.write(shown.map((line) => (colour && line !== '' ? `\u001b[2m${line}\u001b[0m` : line)).join('\n'));
  }
}
