import type { LogState } from '../../live/run-log.ts';
import classes from './timeline-section.module.css';

const WORDS: Readonly<Record<LogState, string>> = {
  loading: 'fetching events …',
  live: 'live: new events appear as they are recorded',
  reconnecting: 'connection lost; resuming after the last event held',
  complete: 'all events are here',
  failed: 'the events could not be read',
};

/** Whether what is shown is all there is. */
export function LiveState({ state, ended }: { state: LogState; ended: boolean }) {
  return (
    <span className={classes.live} data-live={state} role="status">
      {state === 'live' && ended ? 'ended; only a seal can follow' : WORDS[state]}
    </span>
  );
}
