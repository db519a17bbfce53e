import type { ProbedProfile } from '@runseal/externagent/evidence';
import { HarnessError, isReady, type Driver, type DriverResult, type Readiness } from '@runseal/harness';
import { draftOf } from '@runseal/spine';
import { closeRun } from '../closing/close-run.ts';
import { failure, type Ending } from '../closing/ending.ts';
import { between } from '../faults/fault-point.ts';
import { goalOf } from '../goals/goal-bytes.ts';
import type { Goal } from '../wire/goal.ts';
import type { Claim } from './claims.repository.ts';
import { CHECK, runCheck, type Checked } from './check.ts';
import { driveHarness } from './drive-harness.ts';
import { endingOf } from './ending-of.ts';
import type { Means } from './means.ts';
import { openingDrafts } from './opening.ts';
import type { FreshRun } from './run-in-hand.ts';
import { failureOf } from './failure-of.ts';
import { prepareFolders, removeScratch, reopenFolders, type RunFolders } from './workspace.ts';

/**
 * Drives a run nothing was recorded of yet: open, prepare, drive, check, close, seal. One that was parked is opened and
 * prepared already, and goes on where it waits.
 */
export async function driveFresh(fresh: FreshRun): Promise<void> {
  const { claim, writer, recorder, killSwitch, lease, means, parked } = fresh;
  const goal = goalOf(claim.goal);
  const given = parked === null && claim.attempts > MOST_ATTEMPTS;
  const { driver, readiness } = given ? ABANDONED : await driverOf(goal, means);
  const probed =
    parked === null && readiness !== null && isReady(readiness) ? await probedOf(claim, goal, means) : null;
  if (parked === null)
    await recorder.append(...openingDrafts(claim, goal, { harness: driver?.describe() ?? null, readiness, probed }));

  const { ending, check } = await attempt(fresh, { goal, driver, readiness, probed }).catch((error: unknown) =>
    failed(error, means),
  );
  // The run is another worker's now; what we would say of it is not true any more.
  if (lease.lost) return;
  const halt = killSwitch.engaged;
  if (halt !== null)
    await recorder.append(
      draftOf('run.halted', isPerson(halt.by) ? 'human' : 'system', {
        reason: halt.reason,
        by: halt.by,
        scope: claim.halt?.scope ?? lease.haltScope,
      }),
    );
  await closeRun(means, writer, ending, check === null ? undefined : CHECK);
}

interface Attempt {
  readonly ending: Ending;
  readonly check: Checked | null;
}

interface Examined {
  readonly goal: Goal;
  readonly driver: Driver | null;
  readonly readiness: Readiness | null;
  readonly probed: ProbedProfile | null;
}

async function attempt(fresh: FreshRun, { goal, driver, readiness, probed }: Examined): Promise<Attempt> {
  const { claim, killSwitch, means } = fresh;
  if (fresh.parked === null && claim.attempts > MOST_ATTEMPTS)
    return unstarted(
      'worker_lost',
      `${MOST_ATTEMPTS} workers went away before this run could begin. Their logs say why.`,
    );
  if (driver === null)
    return unstarted(
      'harness_unknown',
      `There is no harness "${goal.harness}" on this worker. There are: ${means.registry.names.join(', ')}.`,
    );
  if (readiness === null || !isReady(readiness))
    return unstarted(readiness?.code ?? 'harness_not_ready', readiness?.reason ?? 'The harness is not ready.');
  if (probed !== null && probed.broken.length > 0)
    return unstarted(
      'enforcement_broken',
      `${goal.harness} does not hold ${probed.broken.join(', ')} as its profile promises: use another version of it.`,
    );
  if (killSwitch.engaged !== null) return { ending: endingOf(NOT_STARTED, killSwitch.engaged, null), check: null };
  const folders = await between('making the folders', () =>
    fresh.parked === null
      ? prepareFolders(means.dataDir, claim.run, goal.files)
      : reopenFolders(means.dataDir, claim.run),
  );
  try {
    const tools = means.remotes.toolsFor(goal.harness, means.tools);
    const run = { ...fresh, means: { ...means, tools } };
    const result = await driveHarness({ run, goal, driver, folders, program: probed?.binarySha256 ?? null });
    const check = await checked(fresh, goal, result, folders);
    return { ending: endingOf(result, killSwitch.engaged, check), check };
  } finally {
    await removeScratch(folders).catch((err: unknown) =>
      means.log.warn({ err, run: claim.run }, 'scratch folder not removed'),
    );
  }
}

async function checked(
  { recorder, killSwitch, means }: FreshRun,
  goal: Goal,
  result: DriverResult,
  { workspace }: RunFolders,
): Promise<Checked | null> {
  if (goal.verify === undefined || result.finished !== 'completed' || killSwitch.engaged !== null) return null;
  const context = {
    workspace,
    sandbox: means.sandbox,
    floor: goal.containmentFloor,
    signal: killSwitch.signal,
    maxOutputBytes: goal.limits.maxOutputBytes,
  };
  const { verify } = goal;
  const check = await between("the operator's check", () => runCheck(verify, context));
  await recorder.append(check.draft);
  return check;
}

/** null for a native harness. The first run of a binary pays for trying it. */
const probedOf = ({ profile }: Claim, { harness, gateway }: Goal, { probes }: Means): Promise<ProbedProfile | null> =>
  profile === null ? Promise.resolve(null) : probes.of(harness, profile, gateway ? 'gateway' : 'provider');

async function driverOf(
  { harness }: Goal,
  { registry, env }: Means,
): Promise<{ driver: Driver | null; readiness: Readiness | null }> {
  try {
    const driver = registry.get(harness);
    return { driver, readiness: await driver.ready(env) };
  } catch (error) {
    if (error instanceof HarnessError) return { driver: null, readiness: null };
    throw error;
  }
}

function failed(error: unknown, { log }: Means): Attempt {
  const ending = failureOf(error);
  log.warn({ err: error, code: ending.errorCode }, 'run failed');
  return { ending, check: null };
}

const unstarted = (code: string, error: string): Attempt => ({ ending: failure(code, error), check: null });

/** A goal that takes its worker down before anything is recorded must not take down one after the other. */
const MOST_ATTEMPTS = 5;
const ABANDONED = { driver: null, readiness: null };

const NOT_STARTED: DriverResult = {
  finished: 'halted',
  final: null,
  finalText: null,
  usage: null,
  steps: 0,
  error: null,
  errorClass: null,
  lost: 0,
};

/** Brakes and workers halt runs under their own names; everybody else is a principal. */
const isPerson = (by: string): boolean => by !== 'worker' && by !== 'waist';
