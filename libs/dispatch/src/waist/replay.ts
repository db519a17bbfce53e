/** Answers a call from the record of the run it belongs to: what has happened is told again, never done again. */
import { DispatchError } from '../errors.ts';
import type { Call, Outcome, RecordedCall, Resume } from '../waist.ts';
import { readArguments } from './arguments.ts';
import { clip } from './drafts.ts';
import { actionName } from '../tools/names.ts';

/** Throws `runseal.resume_diverged` when the run asks for something else than it did the first time. */
export function replay(request: Call, call: number, known: RecordedCall): Outcome {
  const same =
    (known.action === actionName(request.action) || known.action === clip(request.action)) &&
    (known.args === null || request.args === undefined || equal(known.args, readArguments(request.args).bytes));
  if (!same) throw diverged(call);
  return known.outcome;
}

/**
 * The call that waited for people is the one they saw, or it does not happen: who goes on with the run may be a harness that
 * asks for something else under their yes. Throws `runseal.resume_diverged`.
 */
export function demandSame(
  parked: Resume['parked'],
  call: number,
  { tool, bytes }: { readonly tool: { readonly name: string }; readonly bytes: Uint8Array },
): void {
  if (parked === null || parked.call !== call) return;
  if (parked.action !== tool.name || !equal(parked.args.bytes, bytes)) throw diverged(call);
}

const diverged = (call: number): DispatchError =>
  new DispatchError(
    'runseal.resume_diverged',
    `The run went on after it was parked, and asked for another call ${call} than is on its record. Submit the goal again.`,
  );

const equal = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
