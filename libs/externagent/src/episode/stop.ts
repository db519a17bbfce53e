/** Why an episode was stopped from outside. The first cause wins; one signal carries them all to the program. */
import type { KillSwitch, Waist } from '@runseal/dispatch';
import { runClock } from '@runseal/harness';

export type StopCause =
  | 'halted'
  | 'timed_out'
  /** The record cannot be written any more. */
  | 'record_lost'
  /** It said it was done and then stayed. */
  | 'lingering'
  /** It is not the program that the record names. */
  | 'other_program'
  /** It was to go on with one conversation and began another. */
  | 'foreign_thread'
  /** Its folder holds more than it may. */
  | 'home_full'
  /** It printed more than anybody would read. */
  | 'flooding';

export interface Stop {
  readonly cause: StopCause | null;
  readonly signal: AbortSignal;
  now(cause: StopCause): void;
  /** Lets go of timers and listeners. */
  release(): void;
}

/** The time stands still while a call of the episode waits for people. */
export function createStop(
  killSwitch: KillSwitch,
  timeoutMs: number,
  waist: Pick<Waist, 'onParked'> = NEVER_PARKED,
): Stop {
  const controller = new AbortController();
  let cause: StopCause | null = null;
  const now = (why: StopCause) => {
    cause ??= why;
    controller.abort();
  };
  const halted = () => now('halted');
  if (killSwitch.signal.aborted) halted();
  killSwitch.signal.addEventListener('abort', halted);
  const clock = runClock(timeoutMs, waist);
  clock.signal.addEventListener('abort', () => now('timed_out'));
  return {
    get cause() {
      return cause;
    },
    signal: controller.signal,
    now,
    release() {
      clock.stop();
      killSwitch.signal.removeEventListener('abort', halted);
    },
  };
}

const NEVER_PARKED: Pick<Waist, 'onParked'> = { onParked: () => () => undefined };
