import { DispatchError, floorOfTrust, grantOf, unsupported, type Sandbox, type Tool } from '@runseal/dispatch';
import { isReady, type Driver, type DriverRegistry } from '@runseal/harness';
import { CONTAINMENT_LEVELS, type ContainmentLevel } from '@runseal/spine';
import { statusOf } from '../problem/codes.ts';
import { ProblemError } from '../problem/problem.ts';
import { actionOf } from '../wire/grant.ts';
import type { Goal } from '../wire/goal.ts';

export interface Admitted {
  readonly driver: Driver;
  readonly profile: string | null;
}

export interface Means {
  readonly registry: DriverRegistry;
  readonly tools: readonly Tool[];
  readonly sandbox: Sandbox;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Refuses a goal this installation could not run, while somebody is there to read why. Throws ProblemError 422. */
export async function admitGoal(goal: Goal, means: Means): Promise<Admitted> {
  const driver = driverOf(goal, means.registry);
  const profile = profileOf(goal, driver);
  for (const check of checksOf(goal, driver, means)) await check();
  return { driver, profile };
}

/** What stands between a goal and its run, in the order in which it is told. Each throws ProblemError 422. */
export function checksOf(goal: Goal, driver: Driver, means: Means): readonly (() => void | Promise<void>)[] {
  return [
    () => checkModel(goal, driver),
    () => checkThread(goal, driver),
    () => checkActions(goal, means.tools),
    () => checkScopes(goal, means.tools),
    () => checkContainment(goal, driver, means),
    () => checkReady(goal, driver, means),
  ];
}

function checkModel(goal: Goal, driver: Driver): void {
  if (driver.describe().needsModel && goal.model === undefined)
    throw refused('model_required', `The harness ${goal.harness} needs a model. Name one in "model".`, 'model');
}

function checkThread(goal: Goal, driver: Driver): void {
  if (goal.thread !== undefined && driver.describe().keepsThreads !== true)
    throw refused(
      'thread_unsupported',
      `The harness ${goal.harness} can neither keep a conversation nor go on with one.`,
      'thread',
    );
}

async function checkReady(goal: Goal, driver: Driver, { env }: Means): Promise<void> {
  const readiness = await driver.ready(env);
  if (!isReady(readiness))
    throw refused(
      readiness.code ?? 'harness_not_ready',
      readiness.reason === '' ? `The harness ${goal.harness} is not ready.` : readiness.reason,
      'harness',
    );
}

export function driverOf(goal: Goal, registry: DriverRegistry): Driver {
  if (!registry.names.includes(goal.harness))
    throw refused(
      'harness_unknown',
      `There is no harness "${goal.harness}". There are: ${registry.names.join(', ')}.`,
      'harness',
    );
  return registry.get(goal.harness);
}

export function profileOf(goal: Goal, driver: Driver): string | null {
  const { profiles } = driver.describe();
  if (goal.profile === undefined) return profiles[0] ?? null;
  if (profiles.includes(goal.profile)) return goal.profile;
  throw refused(
    'profile_unknown',
    `The harness ${goal.harness} has ${profiles.length === 0 ? 'no profiles' : `the profiles ${profiles.join(', ')}`}.`,
    'profile',
  );
}

/** Refuses a grant that no goal could have. Throws ProblemError 422. */
export function checkGrant(grant: Pick<Goal, 'grant'>, tools: readonly Tool[]): void {
  checkActions(grant, tools);
  checkScopes(grant, tools);
}

function checkActions(goal: Pick<Goal, 'grant' | 'approvals'>, tools: readonly Tool[]): void {
  const names = tools.map(({ name }) => name);
  const unknown = [...goal.grant.map(actionOf), ...Object.keys(goal.approvals ?? {})].filter(
    (action) => !names.includes(action),
  );
  if (unknown.length > 0)
    throw refused(
      'action_unknown',
      `There is no action ${unknown.join(', ')}. There are: ${names.join(', ')}.`,
      'grant',
    );
}

/** Bounds that could not be kept are no bounds: the action must say what it touches. */
function checkScopes({ grant }: Pick<Goal, 'grant'>, tools: readonly Tool[]): void {
  try {
    for (const [action, scopes] of grantOf(grant).scopes) {
      const tool = tools.find(({ name }) => name === action);
      if (tool === undefined) continue;
      const kind = scopes.map((scope) => unsupported(scope, tool)).find((found) => found !== null);
      if (kind !== undefined)
        throw refused(
          'scope_unsupported',
          `What ${action} touches cannot be told, so its ${kind} cannot be bounded. Bound its arguments, or leave it out.`,
          'grant',
        );
    }
  } catch (error) {
    if (!(error instanceof DispatchError)) throw error;
    throw refused('grant_invalid', error.message, 'grant');
  }
}

/** Only what runs programs needs containment: an external harness, an action that starts one, the operator's check. */
export const runsPrograms = (goal: Goal, driver: Driver, tools: readonly Tool[]): boolean =>
  driver.describe().kind === 'external' ||
  goal.verify !== undefined ||
  tools.some((tool) => tool.runsPrograms && goal.grant.some((entry) => actionOf(entry) === tool.name));

async function checkContainment(goal: Goal, driver: Driver, { sandbox, tools }: Means): Promise<void> {
  if ((goal.egress ?? []).length > 0 && goal.containmentFloor === 'process')
    throw refused(
      'egress_uncontained',
      'A plain process reaches whatever this host reaches: a list of hosts needs the containment floor kernel or better.',
      'containmentFloor',
    );
  if (!runsPrograms(goal, driver, tools)) return;
  const { level, reason } = await sandbox.probe();
  if (rank(level) < rank(goal.containmentFloor))
    throw refused(
      'containment_unavailable',
      `This host enforces ${level}, the goal asks for ${goal.containmentFloor}. ${reason}`,
      'containmentFloor',
    );
  for (const { action, trust } of goal.grant.filter((entry) => typeof entry !== 'string')) {
    const floor = trust === undefined ? 'process' : floorOfTrust(trust);
    if (tools.some((tool) => tool.name === action && tool.runsPrograms) && rank(level) < rank(floor))
      throw refused(
        'containment_unavailable',
        `This host enforces ${level}, and ${action} is ${trust}: it needs ${floor}. ${reason}`,
        'grant',
      );
  }
}

const rank = (level: ContainmentLevel): number => CONTAINMENT_LEVELS.indexOf(level);

const refused = (code: string, message: string, path: string): ProblemError =>
  new ProblemError(statusOf(code), code, message, { errors: [{ path, message }] });
