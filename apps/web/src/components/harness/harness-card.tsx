import type { HarnessView } from '../../api/wire.ts';
import { EnforcementTable } from './enforcement-table.tsx';
import { ReadinessLabel } from './readiness-label.tsx';
import classes from './harness.module.css';

/** One harness: whose it is, whether it can start now, and what holds it. */
export function HarnessCard({ harness }: { harness: HarnessView }) {
  return (
    <section className={classes.card} aria-labelledby={`harness-${harness.name}`}>
      <div className={classes.about}>
        <h2 id={`harness-${harness.name}`}>{harness.title}</h2>
        <p className={classes.dim}>
          <code>{harness.name}</code> {harness.kind}, by {harness.vendor}
          {harness.readiness.version !== null && `, version ${harness.readiness.version}`}
        </p>
        <ReadinessLabel readiness={harness.readiness} />
      </div>
      <EnforcementTable harness={harness} />
    </section>
  );
}
