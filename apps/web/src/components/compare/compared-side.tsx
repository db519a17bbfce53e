import Link from 'next/link';
import type { Mix, RunSummary } from '../../api/wire.ts';
import { count, shortId } from '../../words/count.ts';
import { MixBar } from '../tier/mix-bar.tsx';
import { RunStateLabel } from '../run/run-state-label.tsx';
import classes from './compare.module.css';

/** One of the two runs: who drove it, its mix, and what its record vouches for. */
export function ComparedSide({ run, mix, vouches }: { run: RunSummary; mix: Mix; vouches: string }) {
  return (
    <section className={classes.side} aria-label={`${run.harness}, run ${run.run}`}>
      <h2>
        {run.harness} <span className={classes.dim}>{run.harnessKind}</span>
      </h2>
      <p className={classes.dim}>
        <Link href={`/runs/${run.run}`}>
          <code>{shortId(run.run, 13, 4)}</code>
        </Link>{' '}
        · {count(run.events, 'event')} · <RunStateLabel run={run} />
      </p>
      <p className={classes.vouches}>{vouches}</p>
      <MixBar tiers={mix.tiers} legend="below" height={16} />
      {mix.lost > 0 && <p className={classes.lost}>{count(mix.lost, 'event')} known to be lost</p>}
    </section>
  );
}
