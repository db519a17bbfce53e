import type { ApprovalPolicy, BrakeLimits } from '@runseal/dispatch';
import type { ApprovalPolicyPayload } from '@runseal/spine';
import type { Goal } from '../wire/goal.ts';

/** Most tokens of the run, under either of its names. */
export const tokensOf = ({ limits }: Goal): number | null => limits.maxTokens ?? limits.brakes.tokens ?? null;

/** The goal's brakes as the waist takes them. */
export function brakesOf(goal: Goal): BrakeLimits {
  const { brakes } = goal.limits;
  return {
    actions: brakes.actions ?? null,
    repeats: brakes.repeats,
    errorRate: brakes.errorRate,
    noProgress: brakes.noProgress,
    wallTimeMs: brakes.wallTimeMs ?? null,
    tokens: tokensOf(goal),
    cost: brakes.cost ?? null,
  };
}

export const approvalsOf = ({ approvals = {} }: Goal): ReadonlyMap<string, ApprovalPolicy> =>
  new Map(Object.entries(approvals));

/** As `run.opened` says them: integers under names of one level. */
export function limitsOnRecord(goal: Goal): Record<string, number> {
  const { limits } = goal;
  const brakes = brakesOf(goal);
  return {
    max_steps: limits.maxSteps,
    max_calls: limits.maxCalls,
    timeout_ms: limits.timeoutMs,
    call_timeout_ms: limits.callTimeoutMs,
    max_output_bytes: limits.maxOutputBytes,
    ...given({
      max_tokens: tokensOf(goal),
      brake_actions: brakes.actions?.count,
      brake_window_ms: brakes.actions?.windowMs,
      brake_repeats: brakes.repeats,
      brake_error_percent: brakes.errorRate?.percent,
      brake_error_samples: brakes.errorRate?.minSamples,
      brake_no_progress: brakes.noProgress,
      brake_wall_time_ms: brakes.wallTimeMs,
      brake_cost_micros: brakes.cost?.limitMicros,
      price_input_micros_per_million: brakes.cost?.inputMicrosPerMillion,
      price_output_micros_per_million: brakes.cost?.outputMicrosPerMillion,
    }),
  };
}

export function approvalsOnRecord({ approvals = {} }: Goal): Record<string, ApprovalPolicyPayload> {
  return Object.fromEntries(
    Object.entries(approvals).map(([action, { required, of, never, expiresMs }]) => [
      action,
      { required, of, never, expires_ms: expiresMs },
    ]),
  );
}

/** Only limits that are on. */
const given = (limits: Readonly<Record<string, number | null | undefined>>): Record<string, number> =>
  Object.fromEntries(Object.entries(limits).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
