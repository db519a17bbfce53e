import type { SpineStore, StoredEvent } from '@runseal/spine/postgres';
import { isStoreAway } from '../database/store-away.ts';
import { Bell } from './bell.ts';

/** Events read at once. */
const PAGE = 200;
/** Looks again after this long even if nobody rang, and while the database is away. Milliseconds. */
const RECHECK_MS = 1000;
/** What is a moment away from having ended, such as a sealed run, is looked at again after this long. Milliseconds. */
const NEAR_MS = 50;

export interface Follower {
  event(event: StoredEvent): Promise<void>;
  /** Whether what is followed is over before this event: it is not told, and the following ends. */
  beyond?(event: StoredEvent): boolean;
  /** Whether the end is but a moment away. */
  near?(): boolean;
  /** Whether the run, or what is followed of it, has ended for everybody who asks, its seal included where it got one. */
  ended(): Promise<boolean>;
  /** Called once, after the last event there is to tell. `sealed` is false for a run that could not be sealed. */
  end(size: number, sealed: boolean): Promise<void>;
}

/**
 * Follows one run from `after` to its end: every event once, in order, by seq (a run has no gaps, so none can be
 * overlooked). Outlives an absence of the database. Ends on abort without calling `end`.
 */
export async function followRun(
  store: SpineStore,
  run: string,
  after: number,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> {
  const bell = new Bell();
  let at = after;
  let stop: (() => Promise<void>) | null = null;
  try {
    while (!signal.aborted) {
      let patience = RECHECK_MS;
      try {
        stop ??= await store.watch(run, bell.ring);
        const events = await store.events(run, { after: at, limit: PAGE });
        for (const event of events) {
          if (signal.aborted) return;
          if (follower.beyond?.(event) === true) {
            await follower.end(at, false);
            return;
          }
          await follower.event(event);
          at = event.seq;
        }
        if (events.length === PAGE) continue;
        // Asked first: what comes before an end was there when the end was said.
        const ended = await follower.ended();
        const head = await store.head(run);
        if (ended && at >= head.size) {
          await follower.end(head.size, head.state === 'sealed');
          return;
        }
        if (head.state === 'sealed' || follower.near?.() === true) patience = NEAR_MS;
        // More may have come between the page and the head; or what was there is not there any more, and nothing will come.
        if (at < head.size && events.length > 0) continue;
        if (at < head.size) patience = NEAR_MS;
      } catch (error) {
        if (!isStoreAway(error)) throw error;
      }
      await bell.wait(patience, signal);
    }
  } finally {
    await stop?.().catch(() => undefined);
  }
}
