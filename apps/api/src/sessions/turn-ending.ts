import type { DriverResult } from '@runseal/harness';
import type { CborMap } from '@runseal/spine';
import type { TurnEnding } from './turns.repository.ts';

/** How a turn stands once its driver is through with it. */
export function endingOf({ finished, error, errorClass }: DriverResult): TurnEnding {
  return finished === 'completed'
    ? { state: 'completed', errorCode: null, error: null }
    : { state: 'failed', errorCode: errorClass ?? 'harness_failed', error: error ?? 'The turn failed.' };
}

/** The same, read from `episode.ended`. */
export function endedOnRecord({ failed, error, error_class: code }: CborMap): TurnEnding {
  return failed === true
    ? {
        state: 'failed',
        errorCode: typeof code === 'string' ? code : 'harness_failed',
        error: typeof error === 'string' ? error : 'The turn failed.',
      }
    : { state: 'completed', errorCode: null, error: null };
}

/** The turn is left as it is: it can be driven again. */
export const interrupted = (errorCode: string, error: string): TurnEnding => ({
  state: 'interrupted',
  errorCode,
  error,
});
