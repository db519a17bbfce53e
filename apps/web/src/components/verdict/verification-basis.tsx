import type { Verification } from '../../verify/use-verification.ts';
import { byteCount, count } from '../../words/count.ts';
import { clock, duration } from '../../words/time.ts';
import { Identifier } from '../identifier/identifier.tsx';
import classes from './verification.module.css';

/** When, where and over what the verdicts were reached. */
export function VerificationBasis({ report, checkedAt, bytes, tookMs }: Extract<Verification, { state: 'done' }>) {
  return (
    <div className={classes.basis}>
      <p>
        Checked here, in this browser, on{' '}
        <time dateTime={checkedAt.toISOString()}>{clock(checkedAt.toISOString())}</time>:{' '}
        {count(report.events, 'event')}, {byteCount(bytes)}, in {duration(Math.round(tookMs * 1_000))}.
      </p>
      {report.root !== null && (
        <p>
          root <Identifier value={report.root} what="root hash" />
        </p>
      )}
      {report.keyId !== null && (
        <p>
          sealed by <Identifier value={report.keyId} what="key id" />
        </p>
      )}
    </div>
  );
}
