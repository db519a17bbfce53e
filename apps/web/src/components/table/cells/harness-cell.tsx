import type { RunSummary } from '../../../api/wire.ts';
import { Name } from '../../said/name.tsx';
import classes from './cells.module.css';

/** Who drove the run: harness, then model or kind. */
export function HarnessCell({ run }: { run: RunSummary }) {
  const more = [run.harnessKind, run.profile, run.model].filter((part) => part !== null).join(' · ');
  return (
    <div>
      {run.harness}
      <div className={classes.dim}>
        <Name text={more} />
      </div>
    </div>
  );
}
