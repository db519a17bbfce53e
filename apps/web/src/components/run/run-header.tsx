'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import type { RunDetail } from '../../api/wire.ts';
import { vouching } from '../../words/vouching.ts';
import { MixBar, type TierCounts } from '../tier/mix-bar.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunProblem } from './run-problem.tsx';
import { WaitingNotice } from './waiting-notice.tsx';
import { VouchSentence } from './vouch-sentence.tsx';
import classes from './run-header.module.css';

interface Props {
  readonly run: RunDetail;
  readonly tiers: TierCounts;
  /** Buttons of the page. */
  readonly children: ReactNode;
}

/** What a run can and cannot vouch for, first; then what was asked, by whom it was driven and how it stands. */
export function RunHeader({ run, tiers, children }: Props) {
  return (
    <div className={classes.header}>
      <div className={classes.bar}>
        <p className={classes.crumbs}>
          <Link href="/runs">Runs</Link> / <code>{run.run}</code>
        </p>
        <div className={`${classes.actions ?? ''} no-print`}>{children}</div>
      </div>
      <h1 className={classes.objective} title={run.objectiveText}>
        {run.objectiveText}
      </h1>
      <VouchSentence sentence={vouching(run)} />
      <WaitingNotice run={run} />
      <RunProblem run={run} />
      <MixBar tiers={tiers} legend="below" height={16} />
      <RunFacts run={run} />
    </div>
  );
}
