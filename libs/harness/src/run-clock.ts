/** The time a run may take: it stands still while the run waits for people. */
import type { Waist } from '@runseal/dispatch';

export interface RunClock {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** Starts at once; `timeoutMs` in milliseconds. */
export function runClock(timeoutMs: number, waist: Pick<Waist, 'onParked'>): RunClock {
  const over = new AbortController();
  let left = timeoutMs;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const go = (): void => {
    since = performance.now();
    timer = setTimeout(() => over.abort(), left);
  };
  go();
  const unlisten = waist.onParked((parked) => {
    clearTimeout(timer);
    if (parked) left = Math.max(0, left - (performance.now() - since));
    else go();
  });
  return {
    signal: over.signal,
    stop() {
      unlisten();
      clearTimeout(timer);
    },
  };
}
