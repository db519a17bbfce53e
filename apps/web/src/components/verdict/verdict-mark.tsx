import type { VerdictState } from './verdicts.ts';
import classes from './verdict.module.css';

/** The mark of a verdict's state; each has its own shape, so that it reads in black and white. */
export function VerdictMark({ state, size = 16 }: { state: VerdictState; size?: number }) {
  return (
    <svg
      className={classes.mark}
      data-state={state}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden
      focusable="false"
    >
      <Shape state={state} />
    </svg>
  );
}

function Shape({ state }: { state: VerdictState }) {
  switch (state) {
    case 'pass':
      return (
        <>
          <rect x="1" y="1" width="14" height="14" fill="currentColor" />
          <path d="M4.2 8.4 7 11.2 12 5.4" fill="none" stroke="var(--sheet)" strokeWidth="2" />
        </>
      );
    case 'fail':
      return (
        <>
          <path d="M5 0.8h6L15.2 5v6L11 15.2H5L0.8 11V5z" fill="currentColor" />
          <path d="M5 5l6 6M11 5l-6 6" stroke="var(--sheet)" strokeWidth="2" />
        </>
      );
    case 'warn':
      return (
        <>
          <path d="M8 1.6 15 14.4H1z" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
          <path d="M8 6v4M8 11.2v1.6" stroke="currentColor" strokeWidth="1.6" />
        </>
      );
    case 'absent':
      return (
        <>
          <path d="M8 1 15.5 15H.5z" fill="currentColor" />
          <path d="M8 5.8v4.4M8 11.6v1.8" stroke="var(--mark-on, var(--alarm))" strokeWidth="1.8" />
        </>
      );
    case 'unchecked':
    case 'checking':
      return (
        <rect
          x="1.5"
          y="1.5"
          width="13"
          height="13"
          fill="none"
          stroke="currentColor"
          strokeDasharray="2.6 2.2"
          strokeWidth="1.4"
        />
      );
  }
}
