import { draftOf } from '@runseal/spine';
import type { RunWriter } from '@runseal/spine/postgres';
import { closeRun, type Closers } from '../closing/close-run.ts';
import type { Ending } from '../closing/ending.ts';
import { recoveryOf } from '../worker/recover.ts';
import type { Halt } from '../worker/claims.repository.ts';

/**
 * Ends a session for good: what is still open is recorded as unknown, the blind spots of an outside harness are declared
 * once for all turns, and the record is sealed like that of any run.
 */
export async function closeSession(
  closers: Closers,
  writer: RunWriter,
  { change, by, reason }: { readonly change: 'closed' | 'deleted'; readonly by: string; readonly reason: string },
): Promise<void> {
  const { drafts, lost } = await recoveryOf(closers.store, writer.run, null);
  await writer.append(...drafts);
  await writer.append(draftOf('session.lifecycle', 'human', { change, by, reason, turn: null }, { principal: by }));
  await closeRun(closers, writer, { ...COMPLETED, lost });
}

/** The same at the word of somebody who halted the run, its workspace, or everything. */
export async function haltSession(closers: Closers, writer: RunWriter, halt: Halt): Promise<void> {
  const { drafts, ending } = await recoveryOf(closers.store, writer.run, halt);
  await writer.append(...drafts);
  await closeRun(closers, writer, ending);
}

const COMPLETED: Ending = {
  state: 'completed',
  errorCode: null,
  error: null,
  result: 'completed',
  reason: 'the session was closed',
  steps: 0,
  final: null,
  lost: 0,
};
