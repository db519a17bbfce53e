import { createKillSwitch, DispatchError, type KillSwitch } from '@runseal/dispatch';
import { SpineError } from '@runseal/spine';
import type { RunWriter } from '@runseal/spine/postgres';
import { closeRun, sealRun, settle } from '../closing/close-run.ts';
import { failure } from '../closing/ending.ts';
import { outcomeOf } from '../closing/outcome-of.ts';
import { between } from '../faults/fault-point.ts';
import { watchedWriter } from '../faults/watched.ts';
import { settleLeftHolds } from '../pools/pool-budget.ts';
import { isStoreAway } from '../database/store-away.ts';
import type { Claim } from './claims.repository.ts';
import { CountingRecorder } from './counting-recorder.ts';
import { driveSession, interruptCut } from '../sessions/drive-session.ts';
import { isLostByDatabase } from './failure-of.ts';
import { driveFresh } from './fresh-run.ts';
import { Lease } from './lease.ts';
import { tellLoss } from './lost-by-database.ts';
import type { Means } from './means.ts';
import { parkedRunOf, type ParkedRun } from './parked-run.ts';
import { recoveryOf } from './recover.ts';
import { hasWorkspace, removeScratchOf } from './workspace.ts';

/** A run in hand. */
export interface Driving {
  /** Halts it, e.g. because the worker is stopped. */
  readonly killSwitch: KillSwitch;
  /** Looks for news now, e.g. a halt. */
  look(): void;
  /** True while the run waits for people. */
  readonly parked: boolean;
  /** Resolves when the run is sealed, or was left to another worker. Never rejects: what went wrong is in the log. */
  readonly done: Promise<void>;
}

export interface DriveOptions {
  /** Aborted when runs that wait for people are to be left to other workers. */
  readonly release: AbortSignal;
  /** The run began to wait for people, or goes on. */
  readonly onParked: () => void;
}

/** Takes a claimed run to its seal: fresh ones are driven, begun ones are judged, ended ones are sealed. */
export function driveRun(claim: Claim, means: Means, options: DriveOptions): Driving {
  let waiting = false;
  const news: (() => void)[] = [];
  const killSwitch = createKillSwitch();
  if (claim.halt !== null) killSwitch.engage(claim.halt.reason, claim.halt.by);
  let recorder: CountingRecorder | null = null;
  let held: RunWriter | null = null;
  const lease = new Lease({
    claims: means.claims,
    run: claim.run,
    leaseMs: means.leaseMs,
    killSwitch,
    progress: () => recorder?.progress ?? null,
    onError: (err) => means.log.error({ err, run: claim.run }, 'lease not renewed'),
  });

  async function toItsEnd(): Promise<void> {
    const head = await means.store.head(claim.run);
    if (head.state === 'sealed') return settle(means, head, await knownOutcome(claim.run, means));
    const writer = watchedWriter(await between('taking over', () => means.store.takeOver(claim.run)));
    held = writer;
    // What an earlier worker held of a shared budget, also where the run goes on.
    if (writer.size > 0) await settleLeftHolds(means.sql, claim.run);
    const onParked = (now: boolean): void => {
      waiting = now;
      options.onParked();
    };
    if (claim.session) {
      const onNews = (listener: () => void): void => void news.push(listener);
      return driveSession({ claim, writer, killSwitch, lease, means, release: options.release, onParked, onNews });
    }
    const parked = writer.size > 0 ? await goesOn(claim, means) : null;
    if (writer.size > 0 && parked === null) return finishBegun(claim, writer, means);
    recorder = new CountingRecorder(writer);
    return driveFresh({
      claim,
      writer,
      recorder,
      killSwitch,
      lease,
      means,
      parked,
      release: options.release,
      onParked,
    });
  }

  const done = toItsEnd()
    .catch((error: unknown) => leave({ claim, means, lease, writer: held }, error))
    .finally(() => lease.stop());
  return {
    killSwitch,
    look() {
      lease.look();
      for (const listener of news) listener();
    },
    get parked() {
      return waiting;
    },
    done,
  };
}

/** A run that takes down one worker after the other must end. */
const MOST_TURNS = 100;

/** A run that waits for people goes on here, unless it was halted or its workspace is on another worker's disk. */
async function goesOn(claim: Claim, means: Means): Promise<ParkedRun | null> {
  if (claim.halt !== null || claim.attempts > MOST_TURNS || !(await hasWorkspace(means.dataDir, claim.run)))
    return null;
  return parkedRunOf(means.store, claim.run);
}

/** A run somebody else began: its outcome is sealed if it is there, else what was left open is recorded as unknown. */
async function finishBegun(claim: Claim, writer: RunWriter, means: Means): Promise<void> {
  // Keys of a harness may lie there: whoever put them there is gone.
  await removeScratchOf(means.dataDir, claim.run).catch((err: unknown) =>
    means.log.warn({ err, run: claim.run }, 'scratch folder not removed'),
  );
  const known = await outcomeOf(means.store, claim.run);
  if (known !== null) {
    await sealRun(means, writer, known);
    return;
  }
  const { drafts, ending } = await recoveryOf(means.store, claim.run, claim.halt);
  if (drafts.length > 0) await writer.append(...drafts);
  await closeRun(means, writer, ending);
}

/** A run of which the database has only the beginning: the record says what is missing, and nothing is driven on from there. */
async function endCut(claim: Claim, before: RunWriter | null, means: Means): Promise<void> {
  const writer = before === null ? null : await tellLoss(before, means);
  if (writer === null) return;
  if (claim.session) await interruptCut(claim.run, means);
  else await finishBegun(claim, writer, means);
}

const knownOutcome = async (run: string, { store }: Means) =>
  (await outcomeOf(store, run)) ?? failure('worker_lost', 'The record is sealed without an outcome.');

interface Left {
  readonly claim: Claim;
  readonly means: Means;
  readonly lease: Lease;
  /** The run's writer so far; null before there was one. */
  readonly writer: RunWriter | null;
}

/** Nothing more is written here. The lease runs out, and whoever takes the run over finds what is durable. */
async function leave({ claim, means, lease, writer }: Left, err: unknown): Promise<void> {
  const { run } = claim;
  const { log, claims } = means;
  if (err instanceof DispatchError && err.code === 'runseal.run_released') {
    log.info({ run }, 'run waits for people, left to the next worker');
    await lease.stop();
    await claims.release(run).catch(() => undefined);
    return;
  }
  if (isLostByDatabase(err)) {
    log.error(
      { err, run, code: 'run_lost' },
      'the database does not have what it acknowledged of this run; see docs/operating.md, "After a failover"',
    );
    await endCut(claim, writer, means).catch((again: unknown) =>
      log.warn({ err: again, run }, 'run left to the next worker, its loss untold'),
    );
    return;
  }
  const passing =
    isStoreAway(err) || (err instanceof SpineError && (err.code === 'runseal.fenced' || err.code === 'runseal.sealed'));
  if (passing) log.warn({ err, run }, 'run left to the next worker');
  else log.error({ err, run }, 'run left to the next worker after an unexpected failure');
}
