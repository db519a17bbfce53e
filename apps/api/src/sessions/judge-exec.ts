import { ProblemError } from '../problem/problem.ts';
import type { ExecRequest } from '../wire/sessions.ts';
import type { Locked, Taken } from './turns.repository.ts';

/** Whether a turn may be taken now, and which. Throws ProblemError 409 with a code of its own for each way it may not. */
export function judgeExec(found: Locked, { inputs, expectedLastSeq }: ExecRequest, input: Buffer): Taken {
  const { last, lastSeq } = found;
  if (found.ended)
    throw conflict('session_sealed', 'The session was closed and its record is sealed. Fork it to go on.');
  if (found.halted) throw conflict('session_halted', 'The session was halted; its record is about to be sealed.');
  if (last?.state === 'queued' || last?.state === 'running')
    throw conflict('session_busy', `Turn ${last.turn} is under way. Wait for its end, or cancel it.`);
  if (expectedLastSeq !== undefined && expectedLastSeq !== lastSeq)
    throw conflict(
      'last_seq_mismatch',
      `The session stands at event ${lastSeq}, not ${expectedLastSeq}. Read what came since, then say what you want.`,
    );
  if (found.suspended) throw conflict('session_suspended', 'The session is suspended. Resume it first.');
  if (inputs.length === 0) {
    if (last?.state === 'interrupted') return { redrive: last.turn };
    throw conflict(
      'nothing_to_redrive',
      'No turn was left unfinished, so there is nothing to drive again. Say something.',
    );
  }
  if (last?.state === 'interrupted')
    throw conflict(
      'turn_unfinished',
      `Turn ${last.turn} was left unfinished. Drive it again (no inputs), or cancel it.`,
    );
  return { turn: (last?.turn ?? 0) + 1, input };
}

const conflict = (code: string, detail: string): ProblemError => new ProblemError(409, code, detail);
