import type { RunState } from '../../api/wire.ts';
import classes from './run.module.css';

const WORDS: Readonly<Record<RunState, string>> = {
  queued: 'queued',
  running: 'running',
  completed: 'completed',
  failed: 'failed',
  halted: 'halted',
};

/** State in words. An ended run without its seal is loud: nothing in it can be vouched for yet. */
export function RunStateLabel({
  run,
}: {
  run: { readonly state: RunState; readonly sealed: boolean; readonly awaitingApproval: boolean };
}) {
  const ended = run.state !== 'queued' && run.state !== 'running';
  return (
    <span className={classes.state} data-state={run.state}>
      {WORDS[run.state]}
      {run.awaitingApproval && <span className={classes.alarm}>▲ waiting for approval</span>}
      {run.sealed && <span className={classes.sealed}>sealed</span>}
      {ended && !run.sealed && <span className={classes.alarm}>▲ not sealed</span>}
    </span>
  );
}
