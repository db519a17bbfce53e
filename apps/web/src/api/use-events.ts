import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { EventPage, EventView } from './wire.ts';

const PAGE = 1_000;
/** Longer runs are not held whole by a page. */
export const MOST_WHOLE = 20_000;

/** One event by its seq; null where the run has none there. */
export function useEvent(run: string, seq: number | null) {
  return useQuery({
    queryKey: ['event', run, seq],
    enabled: seq !== null && seq >= 1,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<EventView | null> => {
      const { items } = await page(run, (seq ?? 1) - 1, 1, signal);
      return items[0]?.seq === seq ? items[0] : null;
    },
  });
}

/** All `size` events of a run, if they are at most MOST_WHOLE; read when wanted. */
export function useWholeRun(run: string, size: number, wanted: boolean) {
  return useQuery({
    queryKey: ['whole', run, size],
    enabled: wanted && size <= MOST_WHOLE,
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly EventView[]> => {
      const events: EventView[] = [];
      while (events.length < size) {
        const { items } = await page(run, events.length, PAGE, signal);
        if (items.length === 0) break;
        events.push(...items);
      }
      return events;
    },
  });
}

function page(run: string, after: number, limit: number, signal: AbortSignal): Promise<EventPage> {
  return answerOf<EventPage>(
    api.GET('/api/v1/runs/{run}/events', { params: { path: { run }, query: { after, limit } }, signal }),
  );
}
