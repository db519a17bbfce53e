import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { ErasureList } from './wire.ts';

/** What of a run was erased, by whom, when and why. */
export function useErasures(run: string) {
  return useQuery({
    queryKey: ['erasures', run],
    queryFn: ({ signal }) =>
      answerOf<ErasureList>(api.GET('/api/v1/runs/{run}/erasures', { params: { path: { run } }, signal })),
  });
}
