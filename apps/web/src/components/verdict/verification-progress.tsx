import { Button } from '../control/button.tsx';
import type { Step } from '../../verify/use-verification.ts';
import { byteCount } from '../../words/count.ts';
import classes from './verification.module.css';

/** How far the verification is, and the way to stop it. */
export function VerificationProgress({ at, cancel }: { at: Step; cancel: () => void }) {
  return (
    <div className={classes.progress}>
      <progress max={100} value={shareOf(at)} aria-label={wordsOf(at)} />
      <span>{wordsOf(at)}</span>
      <Button size="xs" variant="default" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}

/** Percent of the step. */
function shareOf(at: Step): number {
  const done = at.step === 'fetching' ? at.loaded : at.done;
  return at.total === null || at.total === 0 ? 0 : (100 * done) / at.total;
}

function wordsOf(at: Step): string {
  if (at.step === 'fetching') return `Fetching the record: ${byteCount(at.loaded)}`;
  return at.total === null
    ? 'Reading the record'
    : `Checking event ${at.done.toLocaleString('en')} of ${at.total.toLocaleString('en')}`;
}
