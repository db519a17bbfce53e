import type { Report } from '@runseal/spine';
import { MixBar } from '../tier/mix-bar.tsx';
import { Identifier } from '../identifier/identifier.tsx';
import { Name } from '../said/name.tsx';
import classes from './report-facts.module.css';

/** What the record says of itself, as read in this browser: run, mix, and what it vouches for. */
export function ReportFacts({ report }: { report: Report }) {
  return (
    <section className={classes.facts} aria-label="What the record holds">
      {report.vouches !== null && (
        <p className={classes.vouches}>
          <Name text={report.vouches} />
        </p>
      )}
      {report.mix !== null && <MixBar tiers={report.mix.tiers} legend="below" height={16} />}
      <dl>
        {report.run !== null && (
          <div>
            <dt>Run</dt>
            <dd>
              <Identifier value={report.run} what="run id" show="whole" />
            </dd>
          </div>
        )}
        {report.origin !== null && (
          <div>
            <dt>Origin</dt>
            <dd>
              <code>
                <Name text={report.origin} />
              </code>
            </dd>
          </div>
        )}
        {report.mix !== null && report.mix.lost > 0 && (
          <div>
            <dt>Events known to be lost</dt>
            <dd>{report.mix.lost}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
