'use client';

import type { Verification } from '../../verify/use-verification.ts';
import { ErrorState } from '../state/error-state.tsx';
import { VerdictRow } from './verdict-row.tsx';
import { VerificationBasis } from './verification-basis.tsx';
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
      <h2 className="visually-hidden">Verdicts</h2>
      <VerdictRow
        verdicts={report?.verdicts ?? null}
        checking={verification.state === 'busy'}
        unable={unable}
        {...(seqHref === undefined ? {} : { seqHref })}
      />
      {verification.state === 'busy' && <VerificationProgress at={verification.at} cancel={cancel} />}
      {verification.state === 'failed' && <ErrorState error={verification.error} />}
      {verification.state === 'done' && <VerificationBasis {...verification} />}
    </section>
  );
}
