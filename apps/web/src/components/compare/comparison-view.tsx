import type { Comparison } from '../../api/wire.ts';
import { AlignedDispatches } from './aligned-dispatches.tsx';
import { ComparedSide } from './compared-side.tsx';
import { EnforcementDifference } from './enforcement-difference.tsx';
import { FactsBeside } from './facts-beside.tsx';
import { GapsBySurface } from './gaps-by-surface.tsx';
import { Name } from '../said/name.tsx';
import classes from './compare.module.css';

/** The difference in words first; then both sides, gap by gap and call by call. */
export function ComparisonView({ comparison }: { comparison: Comparison }) {
  const { left, right, mixes, vouches, sentences } = comparison;
  return (
    <div className={classes.view}>
      <section className={classes.words} aria-label="The difference in words">
        {sentences.length === 0 ? (
          <p>The two records do not differ in anything that is compared here.</p>
        ) : (
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence}>
                <Name text={sentence} />
              </li>
            ))}
          </ul>
        )}
        <p className={classes.note} data-basis>
          Compared by this server, and only its word: neither record was verified here. Whoever wants to take nobody at
          their word exports both and asks <code>runseal compare</code>.
        </p>
      </section>
      <div className={classes.sides}>
        <ComparedSide run={left} mix={mixes.left} vouches={vouches.left} />
        <ComparedSide run={right} mix={mixes.right} vouches={vouches.right} />
      </div>
      <FactsBeside comparison={comparison} />
      <AlignedDispatches comparison={comparison} />
      <div className={classes.sides}>
        <GapsBySurface comparison={comparison} />
        <EnforcementDifference comparison={comparison} />
      </div>
    </div>
  );
}
