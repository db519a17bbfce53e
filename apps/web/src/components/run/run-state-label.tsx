import type { RunState, RunSummary } from '../../api/wire.ts';
import { count } from '../../words/count.ts';
import { betweenTurns } from '../../words/vouching.ts';
import classes from './run.module.css';

const WORDS: Readonly<Record<RunState, string>> = {
  queued: 'queued',
  running: 'running',
  completed: 'completed',
  failed: 'failed',
  halted: 'halted',
};

/** State in words. An ended run without its seal is loud: nothing in it can be vouched for yet. */
export function RunStateLabel({ run }: { run: Pick<RunSummary, 'state' | 'sealed' | 'awaitingApproval' | 'session'> }) {
  const ended = run.state !== 'queued' && run.state !== 'running';
  const resting = betweenTurns(run);
  return (
    <span
      className={classes.state}
      data-state={resting ? 'open' : !ended && run.awaitingApproval ? 'waiting' : run.state}
    >
      {resting ? openWith(run.session?.turns ?? 0) : WORDS[run.state]}
      {run.awaitingApproval && <span className={classes.alarm}>▲ waiting for approval</span>}
      {run.sealed && <span className={classes.sealed}>sealed</span>}
      {ended && !run.sealed && <span className={classes.alarm}>▲ not sealed</span>}
    </span>
  );
}

const openWith = (turns: number): string => (turns === 0 ? 'open, no turn yet' : `open after ${count(turns, 'turn')}`);
