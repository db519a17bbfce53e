import { RunStateLabel } from '../../run/run-state-label.tsx';
import type { RunSummary } from '../../../api/wire.ts';
import classes from './cells.module.css';

/** How the run stands, its code when it did not end well, and loud what the server's last verification found wrong. */
export function StateCell({ run }: { run: RunSummary }) {
  const failing = Object.entries(run.verification?.verdicts ?? {}).filter(([, state]) => state === 'fail');
  return (
    <div>
      <RunStateLabel run={run} />
      {run.errorCode !== null && <div className={classes.dim}>{run.errorCode}</div>}
      {failing.length > 0 && (
        <div className={classes.failing}>✕ {failing.map(([name]) => name.replaceAll('_', ' ')).join(', ')}: fail</div>
      )}
      {run.drifted === true && <div className={classes.failing}>✕ drifted from its profile</div>}
    </div>
  );
}
