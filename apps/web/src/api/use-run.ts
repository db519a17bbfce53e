import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import { paced } from './pace.ts';
import { isGoing } from './use-runs.ts';
import type { RunDetail } from './wire.ts';

const REFRESH_MS = 1_500;

/** One run; asked again while it is going, so that its state and counts keep up with its events. */
export function useRun(run: string) {
  return useQuery({
    queryKey: ['run', run],
    enabled: run !== '',
    queryFn: ({ signal }) => answerOf<RunDetail>(api.GET('/api/v1/runs/{run}', { params: { path: { run } }, signal })),
    refetchInterval: (query) =>
      query.state.data !== undefined && isGoing(query.state.data) ? paced(REFRESH_MS)(query) : false,
  });
}

/** Asks the worker to stop the run. */
export function useHalt(run: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      answerOf<RunDetail>(api.POST('/api/v1/runs/{run}/halt', { params: { path: { run } }, body: { reason } })),
    onSuccess: (detail) => client.setQueryData(['run', run], detail),
  });
}

/** Seals a run that ended without its seal. */
export function useSeal(run: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/api/v1/runs/{run}/seal', { params: { path: { run } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['run', run] }),
  });
}
