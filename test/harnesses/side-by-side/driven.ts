/** What is told of one way: facts of its sealed record, or why there is none. */
import type { Wire } from '@runseal/api/client';
import { mixText } from '@runseal/cli';
import type { Report } from '@runseal/spine';

export interface Driven {
  readonly way: string;
  readonly harness: string;
  /** null when the run was never taken in. */
  readonly run: string | null;
  readonly cliVersion: string | null;
  readonly profile: string | null;
  readonly state: string;
  readonly sealed: boolean;
  readonly seconds: number;
  readonly events: number;
  readonly tiers: { readonly enforced: number; readonly attested: number; readonly unobserved: number };
  /** The mix in words. */
  readonly mix: string;
  /** `surface: reason` → how many. */
  readonly gaps: Readonly<Record<string, number>>;
  /** Surface → how it is held. */
  readonly enforcement: Readonly<Record<string, string>>;
  /** Surface → what came of trying it with a hostile model, or `not_tried`. */
  readonly found: Readonly<Record<string, string>>;
  /** `state by how` → how many calls. */
  readonly reconciliation: Readonly<Record<string, number>>;
  /** Tool calls that went through the waist. */
  readonly dispatches: number;
  /** Model calls that went through the gateway or our own loop. */
  readonly modelCalls: number;
  /** The level really enforced; null without an episode. */
  readonly containment: string | null;
  readonly completion: string | null;
  readonly verdicts: Readonly<Record<string, string>>;
  readonly vouches: string;
  /** Why it did not come to a sealed, verified success; null when it did. */
  readonly problem: string | null;
}

export interface Facts {
  readonly way: { readonly name: string; readonly harness: string };
  readonly detail: Wire<'RunDetail'>;
  readonly events: readonly Wire<'EventView'>[];
  readonly report: Report;
  readonly seconds: number;
}

export function drivenOf({ way, detail, events, report, seconds }: Facts): Driven {
  const payloads = (type: string) =>
    events.filter((event) => event.type === type).map(({ payload }) => fieldsOf(payload));
  const opened = payloads('run.opened')[0] ?? {};
  const ended = payloads('episode.ended').at(-1);
  const verdicts = Object.fromEntries(report.verdicts.map(({ name, state }) => [name, state]));
  return {
    way: way.name,
    harness: way.harness,
    run: detail.run,
    cliVersion: wordOf(opened['cli_version']),
    profile: detail.profile,
    state: detail.state,
    sealed: detail.sealed,
    seconds,
    events: detail.events,
    tiers: detail.tiers,
    mix: report.mix === null ? 'unknown' : mixText(report.mix),
    gaps: tally(payloads('provenance.gap').map(({ surface, reason }) => `${wordOf(surface)}: ${wordOf(reason)}`)),
    enforcement: wordsOf(opened['enforcement_profile']),
    found: wordsOf(fieldsOf(opened['enforcement_probe'])['found']),
    reconciliation: tally(
      payloads('provenance.reconciled').map(({ state, by }) => `${wordOf(state)} by ${wordOf(by)}`),
    ),
    dispatches: payloads('dispatch.start').length,
    modelCalls: payloads('model.called').length,
    containment: wordOf(payloads('episode.started')[0]?.['containment']),
    completion: ended === undefined ? null : wordOf(ended['completion']),
    verdicts,
    vouches: report.vouches ?? '',
    problem: problemOf(detail, report),
  };
}

/** A way whose run was never taken in, or never sealed. */
export const undriven = (way: { readonly name: string; readonly harness: string }, problem: string): Driven => ({
  way: way.name,
  harness: way.harness,
  run: null,
  cliVersion: null,
  profile: null,
  state: 'not run',
  sealed: false,
  seconds: 0,
  events: 0,
  tiers: { enforced: 0, attested: 0, unobserved: 0 },
  mix: 'none',
  gaps: {},
  enforcement: {},
  found: {},
  reconciliation: {},
  dispatches: 0,
  modelCalls: 0,
  containment: null,
  completion: null,
  verdicts: {},
  vouches: '',
  problem,
});

function problemOf(detail: Wire<'RunDetail'>, report: Report): string | null {
  if (detail.state !== 'completed') return `${detail.errorCode ?? detail.state}: ${detail.error ?? 'no reason given'}`;
  if (!detail.sealed) return 'The run is not sealed.';
  const failing = report.verdicts.filter(({ state }) => state === 'fail');
  return failing.length === 0 ? null : failing.map(({ name, sentence }) => `${name} fails: ${sentence}`).join(' ');
}

function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const wordsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fieldsOf(value)).map(([key, word]) => [key, String(word)]));

const wordOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
