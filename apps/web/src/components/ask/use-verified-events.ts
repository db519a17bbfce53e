import { useQuery } from '@tanstack/react-query';
import type { Report } from '@runseal/spine';
import type { EventView } from '../../api/wire.ts';

/** Whether these events are the ones that were verified in this browser; false until that is known. */
export function useVerifiedEvents(
  run: string,
  events: readonly EventView[] | undefined,
  report: Report | null,
): boolean {
  const { data } = useQuery({
    queryKey: ['verified-events', run, events?.length, report],
    enabled: events !== undefined && report !== null,
    staleTime: Infinity,
    queryFn: async () => (await import('./answer-here.ts')).areVerified(events ?? [], report),
  });
  return data === true;
}
