import { createWaist, grantOf, startEgress, type Egress } from '@runseal/dispatch';
import type { Driver, DriverResult, SessionTurn } from '@runseal/harness';
import type { Goal } from '../wire/goal.ts';
import { watchedBudget, watchedDesk, watchedTools } from '../faults/watched.ts';
import { DeltaNotices } from '../sessions/delta-notices.ts';
import { poolBudget } from '../pools/pool-budget.ts';
import { approvalsOf, brakesOf, tokensOf } from './limits-of.ts';
import type { FreshRun } from './run-in-hand.ts';
import { threadOf } from './thread-of.ts';
import type { RunFolders } from './workspace.ts';

export interface HarnessRun {
  readonly run: FreshRun;
  readonly goal: Goal;
  readonly driver: Driver;
  readonly folders: RunFolders;
  /** Digest of the program that the record names. */
  readonly program?: string | null;
  /** Set for a turn of a session; `firstCall` is the number of its first call. */
  readonly session?: { readonly turn: SessionTurn; readonly firstCall: number };
}

/** Puts the waist around the run and lets the driver drive. Resolves when no call is in flight any more. */
export async function driveHarness(options: HarnessRun): Promise<DriverResult> {
  const egress = await egressOf(options.run, options.goal);
  try {
    return await drive(options, egress);
  } finally {
    await egress?.close();
  }
}

async function drive(
  { run, goal, driver, folders, program, session }: HarnessRun,
  egress: Egress | null,
): Promise<DriverResult> {
  const { claim, recorder, killSwitch, means, parked } = run;
  const { sandbox, tools, env } = means;
  const waist = createWaist({
    recorder,
    tools: watchedTools(tools),
    grant: grantOf(goal.grant),
    sandbox,
    workspace: folders.workspace,
    floor: goal.containmentFloor,
    killSwitch,
    maxCalls: goal.limits.maxCalls,
    ...(session !== undefined && { firstCall: session.firstCall }),
    ...(egress !== null && { egress }),
    maxOutputBytes: goal.limits.maxOutputBytes,
    callTimeoutMs: goal.limits.callTimeoutMs,
    // The gateway keeps the limit of an external harness's tokens, also within an answer.
    brakes: driver.describe().kind === 'native' ? brakesOf(goal) : { ...brakesOf(goal), tokens: null },
    approvals: approvalsOf(goal),
    desk: watchedDesk(
      means.desks.deskOf({
        run: claim.run,
        workspace: claim.workspace,
        // Only a loop of ours can be left in the middle and gone on with.
        release: driver.describe().kind === 'native' ? run.release : NEVER,
        lost: () => run.lease.lost,
      }),
    ),
    ...(goal.pool !== undefined && {
      budget: watchedBudget(poolBudget(means.sql, { workspace: claim.workspace, pool: goal.pool, run: claim.run })),
    }),
    ...(parked !== null && { resume: parked.resume }),
  });
  waist.onParked(run.onParked);
  const thread = await threadOf(means.store, goal);
  const result = await driver.run({
    run: claim.run,
    objective: goal.objective,
    stopCondition: goal.stopCondition ?? null,
    guidance: goal.guidance ?? null,
    maxSteps: goal.limits.maxSteps,
    timeoutMs: goal.limits.timeoutMs,
    model: goal.model ?? null,
    profile: claim.profile,
    gateway: goal.gateway,
    maxTokens: tokensOf(goal),
    floor: goal.containmentFloor,
    workspace: folders.workspace,
    scratch: folders.scratch,
    waist,
    recorder,
    sandbox,
    killSwitch,
    ...(egress !== null && { egress }),
    ...(program !== undefined && { program }),
    ...(thread !== undefined && { thread }),
    ...(parked !== null && { resume: { turns: parked.turns } }),
    ...(session !== undefined && {
      session: session.turn,
      showing: new DeltaNotices(means.sql, { run: claim.run, turn: session.turn.turn, size: () => run.writer.size }),
    }),
    env,
  });
  await waist.settled();
  return result;
}

/** The way out for the run's programs; null when its goal lists no host. */
async function egressOf({ recorder, killSwitch }: FreshRun, { egress = [] }: Goal): Promise<Egress | null> {
  if (egress.length === 0) return null;
  const onFatal = () => killSwitch.engage('the record could not be written', 'worker');
  return startEgress({ allow: egress, recorder, onFatal });
}

const NEVER = new AbortController().signal;
