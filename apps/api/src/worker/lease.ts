import type { KillSwitch } from '@runseal/dispatch';
import { isStoreAway } from '../database/store-away.ts';
import type { ClaimsRepository, Halt, Progress } from './claims.repository.ts';

export interface LeaseOptions {
  readonly claims: ClaimsRepository;
  readonly run: string;
  readonly leaseMs: number;
  readonly killSwitch: KillSwitch;
  readonly progress: () => Progress | null;
  readonly onError: (error: unknown) => void;
}

/**
 * Holds a run while it is driven: renews the lease three times in its life, and brings halts in. When another worker has
 * the run, everything here stops; the spine's fence has already refused whatever we would still have written.
 */
export class Lease {
  private readonly options: LeaseOptions;
  private readonly timer: NodeJS.Timeout;
  private busy: Promise<void> = Promise.resolve();
  private gone = false;
  private scope: Halt['scope'] = 'run';

  constructor(options: LeaseOptions) {
    this.options = options;
    this.timer = setInterval(() => this.look(), options.leaseMs / 3);
  }

  /** True once another worker has the run. */
  get lost(): boolean {
    return this.gone;
  }

  /** What the halt that came in was asked for. */
  get haltScope(): Halt['scope'] {
    return this.scope;
  }

  /** Renews now, e.g. because a halt was announced. */
  look(): void {
    this.busy = this.busy.then(() => this.renew());
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.busy;
  }

  private async renew(): Promise<void> {
    const { claims, run, progress, killSwitch, onError } = this.options;
    try {
      const { held, halt } = await claims.renew(run, progress());
      if (halt !== null) this.scope = halt.scope;
      if (halt !== null) killSwitch.engage(halt.reason, halt.by);
      if (held) return;
      this.gone = true;
      killSwitch.engage('another worker took the run over', 'worker');
    } catch (error) {
      // An absent database ends nobody's lease but in time; nothing can be recorded meanwhile, so nothing can happen.
      if (!isStoreAway(error)) onError(error);
    }
  }
}
