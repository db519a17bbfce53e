import type { ApprovalView, HarnessView, LedgerView, RunSummary, Sums, UnsealedView } from '../../api/wire.ts';
import { count } from '../../words/count.ts';
import { ledgerConcerns } from '../ledger/ledger-concerns.ts';
import type { Concern } from './concern.ts';
import { runsHref } from './run-links.ts';

export interface Facts {
  readonly runs: readonly RunSummary[];
  readonly approvals: readonly ApprovalView[];
  readonly harnesses: readonly HarnessView[];
  readonly ledger: LedgerView | null;
  readonly unsealed: readonly UnsealedView[];
  readonly attention: Sums['attention'] | null;
}

/** What needs eyes, the most urgent first: people are waited for, then what is missing, then what failed, then what cannot start. */
export function concernsOf({ runs, approvals, harnesses, ledger, unsealed, attention }: Facts): readonly Concern[] {
  const ended = runs.filter(({ state }) => state !== 'queued' && state !== 'running');
  const known = new Set(runs.map(({ run }) => run));
  return [
    ...approvals.map(waits),
    ...(attention === null || attention.failing === 0 ? [] : [failing(attention)]),
    ...ended.filter(({ sealed }) => !sealed).map(notSealed),
    ...unsealed.filter(({ run, state, going }) => state === 'missing' || (!going && !known.has(run))).map(neverSealed),
    ...(ledger === null ? [] : ledgerConcerns(ledger)),
    ...(attention === null || attention.unverified === 0 ? [] : [unverified(attention)]),
    ...ended.filter(({ state }) => state !== 'completed').map(endedBadly),
    ...harnesses.filter(isRefused).map(refused),
    ...notReady(harnesses.filter((harness) => !harness.readiness.ready && !isRefused(harness))),
  ];
}

const waits = ({ approval, action, about, objective }: ApprovalView): Concern => ({
  key: `approval ${approval}`,
  kind: 'loud',
  label: 'Waits for approval',
  sentence: `${action} ${about ?? '(erased)'} · ${firstLine(objective)}`,
  href: `/approvals?approval=${approval}`,
});

const failing = ({ failing: many, most }: Sums['attention']): Concern => ({
  key: 'failing',
  kind: 'failed',
  label: 'Verification failed',
  sentence: `${atLeast(many, most)} with a verdict that failed when this server last verified`,
  href: runsHref({ verdict: 'failing' }),
});

const unverified = ({ unverified: many, most }: Sums['attention']): Concern => ({
  key: 'unverified',
  kind: 'loud',
  label: 'Unverified',
  sentence: `${atLeast(many, most, 'sealed run')} that this server never verified`,
  href: runsHref({ verdict: 'unverified' }),
});

const atLeast = (many: number, most: number, what = 'run'): string =>
  `${many >= most ? 'At least ' : ''}${count(many, what)}`;

const notSealed = (run: RunSummary): Concern => ({
  key: `unsealed ${run.run}`,
  kind: 'loud',
  label: 'Not sealed',
  sentence: `${firstLine(run.objective)} · ended with ${count(run.events, 'event')} and no seal`,
  href: `/runs/${run.run}`,
});

const neverSealed = ({ run, state, index }: UnsealedView): Concern => ({
  key: `ledger ${run}`,
  kind: 'loud',
  label: state === 'missing' ? 'Missing' : 'Opened, never sealed',
  sentence:
    state === 'missing'
      ? `Run ${run} is entry ${String(index)} of the ledger and is gone from the store`
      : `Run ${run} is entry ${String(index)} of the ledger and has no seal there`,
  href: state === 'missing' ? '/ledger' : `/runs/${run}`,
});

const endedBadly = (run: RunSummary): Concern => ({
  key: `ended ${run.run}`,
  kind: 'failed',
  label: run.state === 'halted' ? 'Halted' : 'Failed',
  sentence: [firstLine(run.objective), run.error ?? run.errorCode].filter(Boolean).join(' · '),
  href: `/runs/${run.run}`,
});

/** One that is there and not let in. What was never installed is nobody's alarm. */
const isRefused = ({ readiness }: HarnessView): boolean => readiness.refuse && readiness.code !== 'harness_missing';

const refused = ({ name, title, readiness }: HarnessView): Concern => ({
  key: `harness ${name}`,
  kind: 'loud',
  label: 'Refused',
  sentence: `${title}: ${readiness.reason}`,
  href: '/harnesses',
});

/** A harness that is not set up is nobody's worry: one line for all of them. */
const notReady = (harnesses: readonly HarnessView[]): readonly Concern[] =>
  harnesses.length === 0
    ? []
    : [
        {
          key: 'harnesses',
          kind: 'note',
          label: 'Not ready',
          sentence: `${count(harnesses.length, 'harness', 'harnesses')} cannot start now: ${harnesses.map(({ name }) => name).join(', ')}`,
          href: '/harnesses',
        },
      ];

const firstLine = (text: string): string => text.split('\n').find((line) => line.trim() !== '') ?? 'No objective';
