import type { KillSwitch } from '@runseal/dispatch';
import type { Recorder } from '@runseal/spine';
import type { RunWriter } from '@runseal/spine/postgres';
import type { Claim } from './claims.repository.ts';
import type { Lease } from './lease.ts';
import type { Means } from './means.ts';
import type { ParkedRun } from './parked-run.ts';

/** A run this worker holds and drives from its beginning. */
export interface FreshRun {
  readonly claim: Claim;
  readonly writer: RunWriter;
  readonly recorder: Recorder;
  readonly killSwitch: KillSwitch;
  readonly lease: Lease;
  readonly means: Means;
  /** Set when the run goes on after it was parked. */
  readonly parked: ParkedRun | null;
  /** Aborted when a parked run is to be left to another worker. */
  readonly release: AbortSignal;
  /** Told when the run begins to wait for people and when it goes on. */
  readonly onParked: (parked: boolean) => void;
}
