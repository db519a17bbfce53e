'use client';

import type { ReactNode } from 'react';
import type { Report } from '@runseal/spine';
import type { RunDetail } from '../../api/wire.ts';
import { vouching, vouchingHere } from '../../words/vouching.ts';
import { Said } from '../said/said.tsx';
import { MixBar, type TierCounts } from '../tier/mix-bar.tsx';
import { RunCrumbs } from './run-crumbs.tsx';
import { RunFacts } from './run-facts.tsx';
import { ErasedNote, RunProblem, WaitingCalls } from './when-needed.ts';
import { VouchSentence } from './vouch-sentence.tsx';
import classes from './run-header.module.css';

/** What stands in place of an objective that was erased, as the API says it. */
const ERASED = '(erased)';

interface Props {
  readonly run: RunDetail;
  readonly tiers: TierCounts;
  /** What a verification in this browser found; null before one ran. */
  readonly report: Report | null;
  /** Buttons of the page. */
  readonly children: ReactNode;
}

/** What a run can and cannot vouch for, first; then what was asked, by whom it was driven and how it stands. */
export function RunHeader({ run, tiers, report, children }: Props) {
  const broken = report !== null && report.verdicts.some(({ name, state }) => name === 'integrity' && state === 'fail');
  return (
    <div className={classes.header}>
      <div className={classes.bar}>
        <RunCrumbs run={run.run} />
        <div className={`${classes.actions ?? ''} no-print`}>{children}</div>
      </div>
      <h1 className={classes.objective} title={run.objectiveText}>
        <Said text={run.objectiveText} />
      </h1>
      <VouchSentence
        sentence={report === null ? vouching(upToDate(run, tiers)) : vouchingHere(report)}
        broken={broken}
      />
      {run.awaitingApproval && <WaitingCalls run={run.run} />}
      {(run.halt ?? run.error ?? run.errorCode) !== null && <RunProblem run={run} />}
      {run.objectiveText === ERASED && <ErasedNote run={run.run} />}
      <MixBar
        tiers={tiers}
        legend="below"
        height={16}
        note={broken ? 'as the server counts; the record does not hold' : closingNote(run, tiers)}
      />
      <RunFacts run={run} />
    </div>
  );
}

/** The run with what has come since it was asked for: its sentence counts what its bar shows. */
function upToDate(run: RunDetail, tiers: TierCounts): RunDetail {
  return { ...run, tiers, events: Math.max(run.events, tiers.enforced + tiers.attested + tiers.unobserved) };
}

/** A sealed mix counts all events but the one that states it; without a word the numbers seem to be one short. */
function closingNote({ sealed, events }: RunDetail, { enforced, attested, unobserved }: TierCounts): string | null {
  const counted = enforced + attested + unobserved;
  return sealed && counted > 0 && counted === events - 1
    ? `of ${counted.toLocaleString('en')} events; the last one states this mix`
    : null;
}
