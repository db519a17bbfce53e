import type { DriverResult } from '@runseal/harness';
import { isMap, type CborMap } from '@runseal/spine';
import type { Read } from '../worker/parked-run.ts';
import type { TurnEnding } from './turns.repository.ts';

/** How a turn stands once its driver is through with it. */
export function endingOf({ finished, error, errorClass }: DriverResult): TurnEnding {
  return finished === 'completed'
    ? { state: 'completed', errorCode: null, error: null }
    : { state: 'failed', errorCode: errorClass ?? 'harness_failed', error: error ?? 'The turn failed.' };
}

/** The same, read from `episode.ended` and the content it names: of a session that goes on nothing is erased. */
export async function endedOnRecord({ failed, error, error_class: code }: CborMap, read: Read): Promise<TurnEnding> {
  if (failed !== true) return { state: 'completed', errorCode: null, error: null };
  const said = isMap(error) ? new TextDecoder().decode((await read(error)).bytes) : error;
  return {
    state: 'failed',
    errorCode: typeof code === 'string' ? code : 'harness_failed',
    error: typeof said === 'string' ? said : 'The turn failed.',
  };
}

/** The turn is left as it is: it can be driven again. */
export const interrupted = (errorCode: string, error: string): TurnEnding => ({
  state: 'interrupted',
  errorCode,
  error,
});
