import type { HarnessView } from '../../api/wire.ts';
import classes from './harness.module.css';

/** Ready, or why not and what to do about it. */
export function ReadinessLabel({ readiness }: { readiness: HarnessView['readiness'] }) {
  if (readiness.ready) return <p className={classes.ready}>Ready</p>;
  return (
    <div className={classes.unready}>
      <p>
        {readiness.code === 'harness_missing' ? (
          <span className={classes.dim}>Not set up.</span>
        ) : (
          <span className={classes.alarm}>{readiness.refuse ? '▲ Refused' : '▲ Not ready'}</span>
        )}{' '}
        {readiness.reason}
      </p>
      {readiness.code !== null && <code className={classes.dim}>{readiness.code}</code>}
    </div>
  );
}
