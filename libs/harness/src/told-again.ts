/** A turn that is on the record is told again: nothing is sent, nothing is recorded, the model is not asked. */
import type { RecordedTurn } from './driver.ts';
import { HarnessError } from './errors.ts';
import type { Answer, Model, Turn } from './model.ts';

/** Throws HarnessError `resume_diverged` when the turn would not send what was sent the first time. */
export function toldAgain(model: Model, turn: Turn, known: RecordedTurn): Answer {
  const same =
    turn.request !== null &&
    (Buffer.compare(turn.request, known.request) === 0 || turn.asksTheSame?.(known.request) === true);
  if (!same || model.reread === undefined)
    throw new HarnessError(
      'resume_diverged',
      'The run went on after it was parked, and would not ask the model what it asked before. Submit the goal again.',
    );
  return model.reread(known.answer);
}
