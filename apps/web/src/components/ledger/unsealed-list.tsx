import Link from 'next/link';
import type { UnsealedView } from '../../api/wire.ts';
import classes from './ledger.module.css';

/** Runs that the ledger saw open and never saw sealed. A run that is going on is among them, rightly. */
export function UnsealedList({ runs }: { runs: readonly UnsealedView[] }) {
  if (runs.length === 0)
    return <p className={classes.dim}>Every run that the ledger saw open, it also saw sealed; so says this server.</p>;
  return (
    <ul className={classes.unsealed}>
      {runs.map(({ run, index, state }) => (
        <li key={run}>
          <span className={classes.alarm}>▲ {state === 'missing' ? 'gone' : 'no seal'}</span>{' '}
          {state === 'missing' ? <code>{run}</code> : <Link href={`/runs/${run}`}>{run}</Link>}{' '}
          <span className={classes.dim}>
            opened at entry {index}
            {state === 'missing'
              ? '; its record is no longer in the store'
              : '; still going on, or left without its seal'}
          </span>
        </li>
      ))}
    </ul>
  );
}
