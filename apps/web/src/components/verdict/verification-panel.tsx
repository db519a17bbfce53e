'use client';

import type { Verification } from '../../verify/use-verification.ts';
import { byteCount, count } from '../../words/count.ts';
import { duration, timeOfDay } from '../../words/time.ts';
import { ErrorState } from '../state/error-state.tsx';
import { Identifier } from '../identifier/identifier.tsx';
import { VerdictRow } from './verdict-row.tsx';
import { VerificationProgress } from './verification-progress.tsx';
import classes from './verification.module.css';

interface Props {
  readonly verification: Verification;
  readonly cancel: () => void;
  /** Why nothing can be checked at all, where that is so. */
  readonly unable?: string | null;
  readonly seqHref?: (seq: number) => string;
}

/** The six verdicts with when, where and over what they were reached. */
export function VerificationPanel({ verification, cancel, unable = null, seqHref }: Props) {
  const report = verification.state === 'done' ? verification.report : null;
  return (
    <section
      className={classes.panel}
      aria-label="Verification"
      aria-live="polite"
      data-verification={verification.state}
    >
      <VerdictRow
        verdicts={report?.verdicts ?? null}
        checking={verification.state === 'busy'}
        unable={unable}
        {...(seqHref === undefined ? {} : { seqHref })}
      />
      {verification.state === 'busy' && <VerificationProgress at={verification.at} cancel={cancel} />}
      {verification.state === 'failed' && <ErrorState error={verification.error} />}
      {verification.state === 'done' && (
        <div className={classes.basis}>
          <p>
            Checked here, in this browser, at{' '}
            <time dateTime={verification.checkedAt.toISOString()}>{timeOfDay(verification.checkedAt)}</time>:{' '}
            {count(verification.report.events, 'event')}, {byteCount(verification.bytes)}, in{' '}
            {duration(Math.round(verification.tookMs * 1_000))}.
          </p>
          {verification.report.root !== null && (
            <p>
              root <Identifier value={verification.report.root} what="root hash" />
            </p>
          )}
          {verification.report.keyId !== null && (
            <p>
              sealed by <Identifier value={verification.report.keyId} what="key id" />
            </p>
          )}
        </div>
      )}
    </section>
  );
}
