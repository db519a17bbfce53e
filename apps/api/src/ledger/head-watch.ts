import { checkNotRewound, type Ledger, type Sql } from '@runseal/spine/postgres';
import type { Logger } from 'pino';
import { Recurring } from '../config/recurring.ts';
import { codeOf } from '../problem/code-of.ts';
import type { KeptHead } from './kept-head.ts';

export interface HeadWatchMeans {
  readonly sql: Sql;
  readonly ledger: Ledger;
  readonly kept: KeptHead;
  readonly log: Logger;
}

/** How often to look while nothing is written. Milliseconds. */
const LOOK_EVERY_MS = 5_000;
/** How often the same trouble is told. Milliseconds. */
const TELL_EVERY_MS = 60_000;

/** What keeps the ledger from being written until a person has looked. */
const STANDS_STILL: ReadonlySet<unknown> = new Set(['runseal.ledger_rewound', 'ledger_head_unreadable']);
/** What a person must look at, though the ledger goes on. */
const NOT_KEPT = 'ledger_head_not_kept';

/** Remembers the newest head of the ledger, whoever signed it, and says loudly when the database has lost it. */
export class HeadWatch {
  private readonly means: HeadWatchMeans;
  private readonly looking: Recurring;
  private lookAgain = 0;
  private tellAgain = 0;

  constructor(means: HeadWatchMeans) {
    this.means = means;
    this.looking = new Recurring(means.log, 'the ledger could not be looked at');
  }

  /** Looks, if it is time to, or if something was `written`. Never rejects. */
  async look({ written }: { readonly written: boolean }): Promise<void> {
    const now = performance.now();
    if (!written && now < this.lookAgain) return;
    this.lookAgain = now + LOOK_EVERY_MS;
    const { sql, ledger, kept } = this.means;
    try {
      await checkNotRewound(sql, kept);
      const head = await ledger.head();
      if (head !== null) await kept.keep(head);
      this.looking.succeeded();
    } catch (err) {
      this.tell(err);
    }
  }

  /** Says what is wrong: what a person must look at as an error, once a minute. */
  tell(err: unknown): void {
    const code = codeOf(err);
    if (!this.concerns(err) && code !== NOT_KEPT) {
      this.looking.failed(err);
      return;
    }
    const now = performance.now();
    if (now < this.tellAgain) return;
    this.tellAgain = now + TELL_EVERY_MS;
    this.means.log.error(
      { err, code },
      code === NOT_KEPT
        ? 'the ledger is written and its length is not remembered: were the database to lose the newest entries, nobody here would notice. Make room in the data directory, or make it writable'
        : 'nothing is written into the ledger; see docs/operating.md, "After a restore"',
    );
  }

  /** Whether it is this that keeps the ledger from being written. */
  concerns(err: unknown): boolean {
    return STANDS_STILL.has(codeOf(err));
  }
}
