import type { GoalPlan } from '../../api/wire.ts';
import { byteCount, count } from '../../words/count.ts';
import { remaining } from '../../words/time.ts';

type Granted = GoalPlan['grant'][number];

/** Bounds of a granted action in words. */
export function boundsWords(bounds: Granted['bounds']): string {
  if (bounds.length === 0) return 'no bounds';
  return bounds
    .map(({ paths, hosts, arguments: schema, trust }) =>
      [
        paths === undefined ? null : `paths ${paths.join(', ')}`,
        hosts === undefined ? null : `hosts ${hosts.join(', ')}`,
        schema === undefined ? null : `arguments after ${JSON.stringify(schema)}`,
        trust === undefined ? null : trust.replaceAll('_', ' '),
      ]
        .filter((part) => part !== null)
        .join('; '),
    )
    .join(' or ');
}

/** Who must agree before an action runs. */
export function agreementWords(approval: Granted['approval']): string {
  if (approval === null || approval.required === 0) return 'nobody';
  const of = approval.of ?? [];
  return `${count(approval.required ?? 1, 'person', 'people')} of ${of.length === 0 ? 'the workspace' : of.join(', ')}`;
}

const LIMITS: Readonly<Record<string, (value: number) => string>> = {
  maxSteps: (value) => count(value, 'step'),
  maxCalls: (value) => count(value, 'dispatch', 'dispatches'),
  timeoutMs: (value) => `${remaining(value)} in all`,
  callTimeoutMs: (value) => `${remaining(value)} a dispatch`,
  maxTokens: (value) => count(value, 'token'),
  maxOutputBytes: (value) => `${byteCount(value)} of output a dispatch`,
};

/** Every limit and brake that is on, one sentence each. */
export function limitWords({ limits, brakes, pool }: GoalPlan): readonly string[] {
  const most = Object.entries(limits).map(([name, value]) => LIMITS[name]?.(value) ?? `${name} ${String(value)}`);
  const { actions, repeats, errorRate, noProgress, wallTimeMs, tokens, cost } = brakes;
  return [
    `At most ${most.join(', ')}.`,
    ...said(actions, ({ count: many, windowMs }) => `Stops beyond ${count(many, 'action')} in ${remaining(windowMs)}.`),
    ...said(repeats, (many) => `Stops when the same action is asked for ${String(many)} times.`),
    ...said(
      errorRate,
      ({ percent, minSamples }) =>
        `Stops at ${String(percent)} % failures, once ${String(minSamples)} calls were made.`,
    ),
    ...said(noProgress, (many) => `Stops after ${String(many)} calls that bring nothing new.`),
    ...said(wallTimeMs, (ms) => `Stops after ${remaining(ms)} of work.`),
    ...said(tokens, (many) => `Stops beyond ${count(many, 'token')}.`),
    ...said(cost, ({ limitMicros }) => `Stops beyond a cost of ${String(limitMicros / 1_000_000)}.`),
    ...said(pool, (name) => `Shares the budget of the pool ${name}.`),
  ];
}

const said = <T>(value: T | null | undefined, words: (value: T) => string): readonly string[] =>
  value === null || value === undefined ? [] : [words(value)];
