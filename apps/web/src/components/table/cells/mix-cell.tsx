import { MixBar } from '../../tier/mix-bar.tsx';
import { count } from '../../../words/count.ts';
import type { RunSummary } from '../../../api/wire.ts';
import classes from './cells.module.css';

/** The tier mix of a run, with how many events it stands for. */
export function MixCell({ run }: { run: RunSummary }) {
  return (
    <div className={classes.mix}>
      <MixBar tiers={run.tiers} legend="none" />
      <span className={classes.dim}>{count(run.events, 'event')}</span>
    </div>
  );
}
