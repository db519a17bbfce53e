import type { Logger } from 'pino';
import { isStoreAway } from '../database/store-away.ts';
import { codeOf } from '../problem/code-of.ts';

/** How often the same trouble is told. Milliseconds. */
const TELL_EVERY_MS = 60_000;

/**
 * Trouble that comes back with each try, several times a second: told when it begins, once a minute while it stays, and when it is
 * over. A night without a database is to leave lines that can be read.
 */
export class Recurring {
  private readonly log: Logger;
  private readonly what: string;
  private readonly now: () => number;
  private failures = 0;
  private tellAgain = 0;

  constructor(log: Logger, what: string, now: () => number = () => performance.now()) {
    this.log = log;
    this.what = what;
    this.now = now;
  }

  /** @param level `error` where it stays until a person has looked */
  failed(err: unknown, level: 'warn' | 'error' = 'warn'): void {
    this.failures += 1;
    if (this.failures > 1 && this.now() < this.tellAgain) return;
    this.tellAgain = this.now() + TELL_EVERY_MS;
    const code = level === 'error' ? { code: codeOf(err) } : {};
    this.log[level]({ err, ...code, away: isStoreAway(err), failures: this.failures }, `${this.what}; trying again`);
  }

  succeeded(): void {
    if (this.failures === 0) return;
    this.log.info({ failures: this.failures }, `${this.what}: that is over`);
    this.failures = 0;
  }
}
