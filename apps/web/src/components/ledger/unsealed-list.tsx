import Link from 'next/link';
import type { UnsealedView } from '../../api/wire.ts';
import { count } from '../../words/count.ts';
import classes from './ledger.module.css';

/** Runs that the ledger saw open and never saw sealed: loud where a seal is due, quiet where the run goes on. */
export function UnsealedList({ runs }: { runs: readonly UnsealedView[] }) {
  const [due, going] = [runs.filter((run) => !run.going), runs.filter((run) => run.going)];
  return (
    <>
      {due.length === 0 ? (
        <p className={classes.dim}>
          Every run that the ledger saw open and that has ended was sealed; so says this server.
        </p>
      ) : (
        <ul className={classes.unsealed} aria-label="Without the seal they should have">
          {due.map((run) => (
            <li key={run.run}>
              <span className={classes.alarm}>▲ {run.state === 'missing' ? 'gone' : 'no seal'}</span>{' '}
              {run.state === 'missing' ? <code>{run.run}</code> : <RunLink run={run.run} />}{' '}
              <span className={classes.dim}>
                opened at entry {run.index};{' '}
                {run.state === 'missing' ? 'its record is no longer in the store' : 'it ended without its seal'}
              </span>
            </li>
          ))}
        </ul>
      )}
      {going.length > 0 && (
        <details className={classes.going}>
          <summary>{count(going.length, 'run goes', 'runs go')} on and will be sealed at the end</summary>
          <ul className={classes.unsealed}>
            {going.map(({ run, index }) => (
              <li key={run}>
                <RunLink run={run} /> <span className={classes.dim}>opened at entry {index}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const RunLink = ({ run }: { run: string }) => (
  <Link href={`/runs/${run}`}>
    <code>{run}</code>
  </Link>
);
