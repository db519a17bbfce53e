/** Answers a call from the record of the run it belongs to: what has happened is told again, never done again. */
import { DispatchError } from '../errors.ts';
import type { Call, Outcome, RecordedCall } from '../waist.ts';
import { readArguments } from './arguments.ts';
import { clip } from './drafts.ts';
import { actionName } from '../tools/names.ts';

/** Throws `runseal.resume_diverged` when the run asks for something else than it did the first time. */
export function replay(request: Call, call: number, known: RecordedCall): Outcome {
  const same =
    (known.action === actionName(request.action) || known.action === clip(request.action)) &&
    (known.args === null || request.args === undefined || equal(known.args, readArguments(request.args).bytes));
  if (!same)
    throw new DispatchError(
      'runseal.resume_diverged',
      `The run went on after it was parked, and asked for another call ${call} than is on its record. Submit the goal again.`,
    );
  return known.outcome;
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
