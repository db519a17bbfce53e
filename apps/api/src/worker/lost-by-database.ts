/** A run whose last events the database had acknowledged and does not have any more: the record says so before anything else. */
import { SpineError, draftOf, type EventDraft } from '@runseal/spine';
import type { RunWriter } from '@runseal/spine/postgres';
import { watchedWriter } from '../faults/watched.ts';
import type { Means } from './means.ts';

/**
 * Puts the loss on the record and returns the writer that did, for the run to be ended with. null where there is nothing to say it
 * on (the run itself is gone, or sealed), nothing that is known to be lost, or where another worker has the run.
 *
 * @param before the writer that was refused: its size is what the database had acknowledged
 */
export async function tellLoss(before: RunWriter, { store, claims }: Means): Promise<RunWriter | null> {
  const head = await store.head(before.run).catch((error: unknown) => {
    if (error instanceof SpineError && error.code === 'runseal.run_unknown') return null;
    throw error;
  });
  const lost = before.size - (head?.size ?? before.size);
  if (head?.state !== 'open' || lost <= 0) return null;
  // Who has the lease ends the run; to take it from under another worker would cost that one's run too.
  if (!(await claims.renew(before.run, null)).held) return null;
  const writer = watchedWriter(await store.takeOver(before.run));
  await writer.append(lossGap(lost, head.size + 1));
  return writer;
}

const lossGap = (lost: number, first: number): EventDraft =>
  draftOf('provenance.gap', 'system', {
    surface: 'recorder',
    reason: 'record_lost',
    count: lost,
    frames: [],
    calls: [],
    detail:
      `The database had acknowledged ${lost} more ${lost === 1 ? 'event' : 'events'} of this run, from event ${first} on, and does not ` +
      'have them any more: it was restored, or a standby took over that was behind. What they said is not known.',
  });
