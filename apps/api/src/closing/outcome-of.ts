import { decodeEvent, type CborMap } from '@runseal/spine';
import type { SpineStore } from '@runseal/spine/postgres';
import { failure, halted, type Ending } from './ending.ts';

/**
 * How the run ended, and how many events its gaps say are lost, read from its own record; null when no outcome is on it. Used where
 * the worker that knew is gone.
 */
export async function outcomeOf(store: SpineStore, run: string): Promise<Ending | null> {
  let ending: Ending | null = null;
  let lost = 0;
  for await (const { type, canonical } of store.scan(run)) {
    if (type === 'outcome.recorded') ending = endingOf(decodeEvent(canonical).payload);
    else if (type === 'provenance.gap') lost += lostIn(decodeEvent(canonical).payload);
  }
  return ending === null ? null : { ...ending, lost };
}

/** Events that a gap says are lost. */
export const lostIn = ({ reason, count }: CborMap): number => (reason === 'record_lost' ? Number(count) : 0);

function endingOf(payload: Readonly<Record<string, unknown>>): Ending {
  const reason = typeof payload['reason'] === 'string' ? payload['reason'] : '';
  const steps = typeof payload['steps'] === 'number' ? payload['steps'] : 0;
  if (payload['result'] === 'halted') return halted(reason, { steps });
  if (payload['result'] === 'success' || payload['result'] === 'completed') {
    return {
      state: 'completed',
      errorCode: null,
      error: null,
      result: payload['result'],
      reason,
      steps,
      final: null,
      lost: 0,
    };
  }
  return failure(reason === '' ? 'failed' : reason, `The run failed: ${reason}.`, { steps });
}
