import type { RunDetail } from '../../api/wire.ts';
import { Said } from '../said/said.tsx';
import classes from './run-header.module.css';

/** Why a run failed or was halted, or that somebody asked it to stop. */
export function RunProblem({ run }: { run: RunDetail }) {
  const words = wordsOf(run);
  if (words === null) return null;
  return (
    <p className={classes.problem}>
      <Said text={words} /> {run.errorCode !== null && <code>{run.errorCode}</code>}
    </p>
  );
}

function wordsOf(run: RunDetail): string | null {
  if (run.halt !== null) return `Halted by ${run.halt.by}: ${run.halt.reason}`;
  if (run.error !== null) return run.error;
  return run.errorCode === null ? null : 'The run did not end well.';
}
