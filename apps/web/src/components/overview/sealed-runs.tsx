import Link from 'next/link';
import { DAYS } from '../../api/use-sums.ts';
import type { Sums } from '../../api/wire.ts';
import { count } from '../../words/count.ts';
import { Term } from '../glossary/term.tsx';
import { NoRuns } from '../runs-list/no-runs.tsx';
import { GapsTable } from './gaps-table.tsx';
import { HarnessSumsTable } from './harness-sums-table.tsx';
import { MixOverTime } from './mix-over-time.tsx';
import classes from './overview.module.css';

/** What the sealed runs of the last days come to: over time, by harness, by what could not be seen. */
export function SealedRuns({ sums, anyRun }: { sums: Sums; anyRun: boolean }) {
  const all = sums.harnesses.reduce((sum, { runs }) => sum + runs, 0);
  const removed = sums.harnesses.reduce((sum, harness) => sum + harness.removed, 0);
  if (!anyRun) return <NoRuns filtered={false} />;
  if (all === 0)
    return (
      <p className={classes.dim}>
        No run of the last {DAYS} days is sealed yet. <Link href="/runs">All runs</Link>
      </p>
    );
  return (
    <>
      <section className={classes.part} aria-labelledby="mix">
        <h2 id="mix">
          <Term name="tier">Tier</Term> mix over time
        </h2>
        <p className={classes.dim}>
          {count(all, 'sealed run')} of the last {DAYS} days (UTC), as this server counted them when each was sealed.
          {removed > 0 && ` Removed since: ${count(removed, 'run')}, whose seals stay and whose events are gone.`}
        </p>
        <MixOverTime sums={sums} today={new Date().toISOString().slice(0, 10)} />
      </section>
      <section className={classes.part} aria-labelledby="harnesses">
        <h2 id="harnesses">Harnesses side by side</h2>
        <HarnessSumsTable sums={sums} />
      </section>
      <section className={classes.part} aria-labelledby="gaps">
        <h2 id="gaps">
          <Term name="gap">Gaps</Term> by surface
        </h2>
        <GapsTable sums={sums} />
      </section>
    </>
  );
}
