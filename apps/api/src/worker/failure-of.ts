import { ActionError, DispatchError } from '@runseal/dispatch';
import { HarnessError } from '@runseal/harness';
import { SpineError } from '@runseal/spine';
import { failure, type Ending } from '../closing/ending.ts';
import { isStoreAway } from '../database/store-away.ts';
import { WorkspaceError } from './workspace.ts';

/**
 * Reads what a driver, the waist or the workspace threw as the end of the run. Rethrows where the record itself could not
 * be written: then nothing may be claimed here, and the run is left to the next worker.
 */
export function failureOf(error: unknown): Ending {
  if (isRecordTrouble(error)) throw error;
  if (error instanceof WorkspaceError || error instanceof ActionError) return failure(error.code, error.message);
  if (error instanceof HarnessError) return failure(error.code, error.message);
  if (error instanceof DispatchError) return failure(error.code.replace('runseal.', ''), error.message);
  return failure('internal', 'The worker failed. Its log says why.');
}

/**
 * Whether the database does not have what it acknowledged of the run: it was restored, or a standby took over that was behind. A run
 * that somebody else took over is `runseal.fenced`, and no such thing.
 */
export const isLostByDatabase = (error: unknown): boolean =>
  causesOf(error).some(
    (at) => at instanceof SpineError && (at.code === 'runseal.run_unknown' || at.code === 'runseal.conflict'),
  );

const isRecordTrouble = (error: unknown): boolean =>
  isStoreAway(error) ||
  causesOf(error).some(
    (at) =>
      at instanceof SpineError ||
      (at instanceof HarnessError && at.code === 'recorder_failed') ||
      (at instanceof DispatchError && (at.code === 'runseal.record_unavailable' || at.code === 'runseal.run_released')),
  );

/** The error and what caused it, outermost first. */
function causesOf(error: unknown): readonly Error[] {
  const found: Error[] = [];
  for (let at: unknown = error; at instanceof Error && found.length < 8; at = at.cause) found.push(at);
  return found;
}
