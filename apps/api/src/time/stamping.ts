import { askAuthority, type Authority } from '@runseal/spine/time';
import { openTimeStamps, type Sql, type TimeStamps, type Unstamped } from '@runseal/spine/postgres';
import type { Logger } from 'pino';
import { setTimeout as pause } from 'node:timers/promises';
import { isStoreAway } from '../database/store-away.ts';
import { codeOf } from '../problem/code-of.ts';

export interface StampingMeans {
  readonly sql: Sql;
  readonly authority: Authority;
  readonly log: Logger;
  /** How often to look for seals without a token, ms. */
  readonly everyMs: number;
}

/** Seals older than this, when a worker starts, are left as they are: a token says when it was made, not when they were. */
const LOOK_BACK_MS = 7 * 86_400_000;
/** A seal becomes visible with its transaction, a little after the time it carries. */
const OVERLAP_MS = 60_000;
const AT_ONCE = 4;
const PAGE = 50;
/** A run whose authority did not answer is tried again after this long. */
const AGAIN_MS = 60_000;
const LONGEST_PAUSE_MS = 60_000;

/** Has seals stamped by a time authority, after the fact and never in the way of a run: a seal does not wait for it. */
export class Stamping {
  private readonly means: StampingMeans;
  private readonly stamps: TimeStamps;
  private readonly stopping = new AbortController();
  private since: Date | null = null;
  private failures = 0;
  private ended: Promise<void> = Promise.resolve();

  constructor(means: StampingMeans) {
    this.means = means;
    this.stamps = openTimeStamps(means.sql);
  }

  start(): void {
    this.ended = this.loop();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }

  /** One round. Answers how many seals have a token now that had none. */
  async round(): Promise<number> {
    const now = await this.now();
    this.since ??= new Date(now - LOOK_BACK_MS);
    const waiting = await this.stamps.unstamped(this.since, PAGE);
    if (waiting.length === 0) this.since = new Date(now - OVERLAP_MS);
    let stamped = 0;
    for (let at = 0; at < waiting.length && !this.stopping.signal.aborted; at += AT_ONCE) {
      const done = await Promise.all(waiting.slice(at, at + AT_ONCE).map((one) => this.stamp(one)));
      stamped += done.filter(Boolean).length;
      // It is down, or refuses: asking for the rest now would only wait as long again.
      if (this.failures > 0) break;
    }
    return stamped;
  }

  /** By the clock that dates the seals: this machine's may be hours away from it, and would have them passed over. */
  private async now(): Promise<number> {
    const [row] = await this.means.sql<{ now: Date }[]>`select clock_timestamp() as now`;
    return row!.now.getTime();
  }

  private async stamp({ run, checkpoint }: Unstamped): Promise<boolean> {
    if (!(await this.stamps.claim(run, AGAIN_MS))) return false;
    const { authority, log } = this.means;
    try {
      const { token, statement } = await askAuthority(authority, checkpoint, this.stopping.signal);
      await this.stamps.keep(run, token, statement);
      this.failures = 0;
      return true;
    } catch (err) {
      if (!codeOf(err).startsWith('runseal.time_')) throw err;
      this.failures += 1;
      if (!this.stopping.signal.aborted) log.warn({ run, code: codeOf(err), err }, 'a seal has no time token yet');
      return false;
    }
  }

  private async loop(): Promise<void> {
    const { signal } = this.stopping;
    const { everyMs, log } = this.means;
    while (!signal.aborted) {
      const stamped = await this.round().catch((err: unknown) => {
        log.warn({ err, away: isStoreAway(err) }, 'seals could not be looked through for time tokens; trying again');
        return 0;
      });
      if (stamped === PAGE) continue;
      const wait = Math.min(everyMs * 2 ** Math.min(this.failures, 10), LONGEST_PAUSE_MS);
      this.failures = 0;
      await pause(Math.max(wait, everyMs), undefined, { signal }).catch(() => undefined);
    }
  }
}
