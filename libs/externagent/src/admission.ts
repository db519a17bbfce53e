/** Whether a run may start under an adapter, and what it then runs with. */
import { CONTAINMENT_LEVELS, type ContainmentLevel } from '@runseal/spine';
import type { Sandbox } from '@runseal/dispatch';
import { HarnessError, isReady, type Readiness, type RunContext } from '@runseal/harness';
import type { Adapter } from './adapter.ts';

export interface Admission {
  readonly profile: string;
  /** The stronger of what the run asks for and what the adapter insists on. */
  readonly floor: ContainmentLevel;
  /** Strongest level of this host, as probed. */
  readonly level: ContainmentLevel;
}

/** Throws HarnessError: harness_not_ready, harness_refused (also without an objective), containment_unavailable, profile_unknown, model_required. */
export async function admit(adapter: Adapter, context: RunContext): Promise<Admission> {
  const profile = context.profile ?? adapter.profiles[0] ?? '';
  if (!adapter.profiles.includes(profile))
    throw new HarnessError(
      'profile_unknown',
      `${adapter.name} has no profile "${profile}". There are: ${adapter.profiles.join(', ')}.`,
    );
  if (context.objective.trim() === '')
    throw new HarnessError('harness_refused', `${adapter.name} is given nothing to do: guidance alone starts nothing.`);
  if (adapter.needsModel && (context.model ?? '') === '')
    throw new HarnessError('model_required', `The ${adapter.name} harness needs a model: name one in the goal.`);
  const readiness = await readinessOf(adapter, context.sandbox, context.env);
  if (!isReady(readiness))
    throw new HarnessError(readiness.refuse ? 'harness_refused' : 'harness_not_ready', readiness.reason);
  const floor = stronger(context.floor, adapter.minimumContainment);
  const { level, reason } = await context.sandbox.probe();
  if (rank(level) < rank(floor))
    throw new HarnessError(
      'containment_unavailable',
      `${adapter.name} needs containment ${floor}; this host offers ${level}. ${reason}`.trim(),
    );
  return { profile, floor, level };
}

/** What the adapter says, except that a host too weak for it is never ready. */
export async function readinessOf(adapter: Adapter, sandbox: Sandbox, env: RunContext['env']): Promise<Readiness> {
  try {
    const { level, reason } = await sandbox.probe();
    if (rank(level) < rank(adapter.minimumContainment))
      return {
        available: true,
        loggedIn: true,
        version: null,
        reason:
          `${adapter.name} needs containment ${adapter.minimumContainment}; this host offers ${level}. ${reason}`.trim(),
        refuse: true,
        code: 'containment_unavailable',
      };
    return await adapter.detect(sandbox, env);
  } catch (error) {
    const reason = `${adapter.name} could not be examined: ${error instanceof Error ? error.message : 'unknown cause'}`;
    return { available: false, loggedIn: false, version: null, reason, refuse: true, code: 'harness_missing' };
  }
}

function stronger(a: ContainmentLevel, b: ContainmentLevel): ContainmentLevel {
  return rank(a) >= rank(b) ? a : b;
}

function rank(level: ContainmentLevel): number {
  return CONTAINMENT_LEVELS.indexOf(level);
}
