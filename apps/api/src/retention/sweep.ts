import { openLifecycle, type Lifecycle, type SpineStore, type Sql } from '@runseal/spine/postgres';
import type { Logger } from 'pino';
import { setTimeout as pause } from 'node:timers/promises';
import { isStoreAway } from '../database/store-away.ts';
import { codeOf } from '../problem/code-of.ts';
import { ErasureRepository } from '../erasure/erasure.repository.ts';
import { contentsOfRun } from '../erasure/which-contents.ts';
import { removeFoldersOfErased } from './folders.ts';

export interface SweepMeans {
  readonly sql: Sql;
  readonly store: SpineStore;
  readonly log: Logger;
  /** Where this worker's runs have their folders. */
  readonly dataDir: string;
  /** How often to look, ms. */
  readonly everyMs: number;
}

const RUNS_AT_ONCE = 50;
/** Folders are looked through in one round of so many. */
const FOLDERS_EVERY = 5;

/** Erases the content that a retention policy says is to go, slowly, beside the runs. A run that is held is passed over. */
export class RetentionSweep {
  private readonly means: SweepMeans;
  private readonly lifecycle: Lifecycle;
  private readonly copies: ErasureRepository;
  private readonly stopping = new AbortController();
  private ended: Promise<void> = Promise.resolve();

  constructor(means: SweepMeans) {
    this.means = means;
    this.lifecycle = openLifecycle(means.sql);
    this.copies = new ErasureRepository(means.sql);
  }

  start(): void {
    this.ended = this.loop();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }

  /** One round. Answers how many runs lost content. */
  async sweep(): Promise<number> {
    let swept = 0;
    for (const { run, days } of await this.lifecycle.beyondRetention(RUNS_AT_ONCE)) {
      if (this.stopping.signal.aborted) break;
      const reason = `older than the ${days} days its workspace keeps content`;
      try {
        const contents = await contentsOfRun(this.means.store, run);
        await this.means.store.erase(run, contents, { by: 'retention', reason, legalBasis: 'retention policy' });
        await this.copies.redactAll(run);
        swept += 1;
      } catch (err) {
        // Held a moment ago: the hold wins.
        if (codeOf(err) !== 'runseal.held') throw err;
      }
    }
    return swept;
  }

  private async loop(): Promise<void> {
    const { signal } = this.stopping;
    for (let round = 0; !signal.aborted; round += 1) {
      await this.sweep().catch((err: unknown) =>
        this.means.log.warn({ err, away: isStoreAway(err) }, 'retention could not be applied; trying again'),
      );
      if (round % FOLDERS_EVERY === 0) await this.removeFolders();
      await pause(this.means.everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  private async removeFolders(): Promise<void> {
    const { sql, dataDir, log } = this.means;
    try {
      const removed = await removeFoldersOfErased(sql, dataDir);
      if (removed > 0) log.info({ removed }, 'folders of erased runs removed');
    } catch (err) {
      log.warn({ err, away: isStoreAway(err) }, 'folders of erased runs could not be removed; trying again');
    }
  }
}
