/** How an episode ended, and how that is known. */
import type { Exit } from '@runseal/dispatch';
import type { DriverResult } from '@runseal/harness';
import type { PayloadOf } from '@runseal/spine';
import type { Observation } from './observation.ts';
import type { StopCause } from './stop.ts';

export interface EndFacts {
  readonly exit: Exit;
  readonly stop: StopCause | null;
  readonly observed: Pick<Observation, 'done' | 'endedByFrame' | 'error' | 'lastText'>;
  readonly conformant: boolean;
  readonly timeoutMs: number;
  readonly haltReason: string | null;
  /** The end of stderr, secrets redacted. */
  readonly stderr: string;
}

type Completion = PayloadOf['episode.ended']['completion'];
export type Ending = Pick<DriverResult, 'finished' | 'error' | 'errorClass'>;

/** The strongest evidence of the end that there is. */
export function completionOf({ exit, stop, observed }: EndFacts): Completion {
  if (observed.done || observed.endedByFrame) return 'terminal_frame';
  if (stop !== null || exit.killed) return 'killed';
  if (exit.signal !== null) return 'signal';
  return exit.code === 0 && observed.lastText !== null ? 'inferred' : 'exit_code';
}

/** First match wins: what we did to it, then what it said, then how it exited, then whether it was conformant. */
export function endingOf(facts: EndFacts): Ending {
  const { exit, stop, observed } = facts;
  if (facts.haltReason !== null)
    return { finished: 'halted', error: `episode halted: ${facts.haltReason}`, errorClass: 'run_halted' };
  switch (stop) {
    case 'timed_out':
      return failed('timed_out', `The episode did not end within ${facts.timeoutMs} ms.`);
    case 'flooding':
      return failed('output_flood', 'The harness printed more than is kept and was stopped.');
    case 'foreign_thread':
      return failed(
        'session_error',
        'The harness did not go on with the conversation it was given, but began another.',
      );
    case 'other_program':
      return failed('harness_changed', 'The program was replaced after the run was opened.');
    case 'home_full':
      return failed('home_full', 'The harness wrote more into its own folder than it may, and was stopped.');
    case 'halted':
    case 'record_lost':
      return failed('recorder_failed', 'The record could not be written any more, so the harness was stopped.');
    case 'lingering':
    case null:
      break;
  }
  if (observed.error !== null) return failed(observed.error.code ?? 'harness_failed', observed.error.text);
  if (stop !== 'lingering' && exit.code !== 0) return failed('harness_failed', exitText(facts));
  if (!facts.conformant)
    return failed(
      'conformance_failed',
      'The conformance probe never came back over the bridge: the harness did not use it as told.',
    );
  return { finished: 'completed', error: null, errorClass: null };
}

function exitText({ exit, stderr }: EndFacts): string {
  const how =
    exit.code === null ? `was ended by ${exit.signal ?? 'an unknown signal'}` : `exited with code ${exit.code}`;
  return `The harness ${how}${stderr === '' ? ' without saying why.' : `: ${stderr}`}`;
}

const MAX_ERROR_CHARS = 2000;

function failed(errorClass: string, error: string): Ending {
  return {
    finished: 'failed',
    errorClass,
    error: (error.length > MAX_ERROR_CHARS ? `…${error.slice(-MAX_ERROR_CHARS)}` : error).toWellFormed(),
  };
}
