import { createWitnessing, type Ledger, type Witnessing } from '@runseal/spine/postgres';
import type { Policy } from '@runseal/spine/ledger';
import type { Logger } from 'pino';
import { setTimeout as pause } from 'node:timers/promises';
import { Recurring } from '../config/recurring.ts';
import { watchedWitnessing } from '../faults/watched.ts';
import type { HeadWatch } from './head-watch.ts';

export interface BatchingMeans {
  readonly ledger: Ledger;
  readonly policy: Policy | null;
  readonly watch: HeadWatch;
  readonly log: Logger;
  /** How often to look for what waits, ms. */
  readonly everyMs: number;
}

/** Writes what waits into the ledger and has its heads cosigned, beside the runs and never in their way. */
export class Batching {
  private readonly means: BatchingMeans;
  private readonly witnessing: Witnessing | null;
  private readonly writing: Recurring;
  private readonly cosigning: Recurring;
  private readonly stopping = new AbortController();
  private ended: Promise<void> = Promise.resolve();
  private asking: Promise<void> | null = null;

  constructor(means: BatchingMeans) {
    this.means = means;
    this.writing = new Recurring(means.log, 'the ledger could not be written');
    this.cosigning = new Recurring(means.log, 'witnesses could not be asked');
    const { policy } = means;
    this.witnessing = policy === null ? null : witnessingOf(means, policy);
  }

  start(): void {
    this.ended = this.loop();
  }

  /** Writes what still waits, then ends. Call it when the runs are sealed. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
    await this.asking;
    await this.write(0);
  }

  private async loop(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      // Many workers look, and together sign hardly more heads than one would.
      await this.write(this.means.everyMs / 2);
      this.cosign(signal);
      await pause(this.means.everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  private async write(restMs: number): Promise<void> {
    const { ledger, watch } = this.means;
    try {
      let written = false;
      while ((await ledger.batch(restMs)) > 0) written = true;
      this.writing.succeeded();
      await watch.look({ written });
    } catch (err) {
      if (watch.concerns(err)) {
        watch.tell(err);
        return;
      }
      // What waits stays where it is; another batcher may have been faster, or the database is away.
      this.writing.failed(err);
    }
  }

  /** One round of asking at a time; a slow witness holds up neither the log nor the next round of the others for long. */
  private cosign(signal: AbortSignal): void {
    if (this.witnessing === null || this.asking !== null) return;
    this.asking = this.witnessing
      .ask(signal)
      .then(
        () => this.cosigning.succeeded(),
        (err: unknown) => this.cosigning.failed(err),
      )
      .finally(() => (this.asking = null));
  }
}

function witnessingOf({ ledger, log }: BatchingMeans, policy: Policy): Witnessing {
  const witnessing = createWitnessing({
    ledger,
    policy,
    onTrouble: (witness, err) => {
      const level = err.code === 'runseal.ledger_behind_witness' ? 'error' : 'warn';
      log[level]({ witness, code: err.code, err }, 'a witness did not cosign');
    },
  });
  return watchedWitnessing(witnessing, ledger, policy);
}
