import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import { paced } from './pace.ts';
import type { RunPage, RunState } from './wire.ts';

/** How far back the overview looks; the most the API gives at once. */
export const RECENT = 200;
const REFRESH_MS = 5_000;

/** The newest runs, of one state or of any. */
export function useRecentRuns(state?: RunState) {
  return useQuery({
    queryKey: ['recent-runs', state ?? 'any'],
    queryFn: ({ signal }) =>
      answerOf<RunPage>(
        api.GET('/api/v1/runs', {
          params: { query: { limit: RECENT, ...(state === undefined ? {} : { state }) } },
          signal,
        }),
      ),
    refetchInterval: paced(REFRESH_MS),
  });
}
