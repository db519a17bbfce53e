import Link from 'next/link';
import type { RunDetail } from '../../api/wire.ts';
import { count } from '../../words/count.ts';
import { clock } from '../../words/time.ts';
import { Name } from '../said/name.tsx';
import { Said } from '../said/said.tsx';
import { RunCrumbs } from './run-crumbs.tsx';
import { RunFacts } from './run-facts.tsx';
import { VouchSentence } from './vouch-sentence.tsx';
import classes from './run-header.module.css';

type Pruned = NonNullable<RunDetail['pruned']>;

/**
 * A run that two people removed: that it is gone, who decided so and why. What its seal counted is no evidence without
 * the events, so there is no mix, no verdict to reach and no spine to read.
 */
export function RemovedRun({ run, pruned }: { run: RunDetail; pruned: Pruned }) {
  return (
    <div className={classes.header} data-pruned>
      <div className={classes.bar}>
        <RunCrumbs run={run.run} />
      </div>
      <h1 className={classes.objective}>Removed run</h1>
      <VouchSentence
        sentence="Removed for ever. This server has none of its events or contents, and nothing of it can be verified here."
        broken={false}
      />
      <p className={classes.removed}>
        Removed {clock(pruned.at)}: asked for by <Name text={pruned.requestedBy} />, agreed to by{' '}
        <Name text={pruned.confirmedBy} />. Reason: <Said text={pruned.reason} /> (<Said text={pruned.legalBasis} />
        ).
      </p>
      <p className={classes.removed}>
        Its seal over {count(run.events, 'event')} stays in the <Link href="/ledger">ledger</Link>. Whoever exported the
        record before can still <Link href="/verify">verify that copy</Link>.
      </p>
      <RunFacts run={run} />
    </div>
  );
}
