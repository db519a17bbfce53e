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

function isRecordTrouble(error: unknown): boolean {
  if (isStoreAway(error)) return true;
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (at instanceof SpineError) return true;
    if (at instanceof HarnessError && at.code === 'recorder_failed') return true;
    if (at instanceof DispatchError && (at.code === 'runseal.record_unavailable' || at.code === 'runseal.run_released'))
      return true;
  }
  return false;
}
