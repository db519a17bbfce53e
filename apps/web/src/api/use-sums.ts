import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import { paced } from './pace.ts';
import type { Sums } from './wire.ts';

/** How many UTC days the overview looks back. */
export const DAYS = 30;
const REFRESH_MS = 10_000;

/** Sealed runs summed by day and by harness, and how many need eyes. */
export function useSums() {
  return useQuery({
    queryKey: ['sums', DAYS],
    queryFn: ({ signal }) => answerOf<Sums>(api.GET('/api/v1/sums', { params: { query: { days: DAYS } }, signal })),
    refetchInterval: paced(REFRESH_MS),
  });
}
