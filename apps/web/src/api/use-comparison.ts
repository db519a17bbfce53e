import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Comparison } from './wire.ts';

/** Two runs side by side, computed by the API from the two records. */
export function useComparison(left: string, right: string) {
  return useQuery({
    queryKey: ['compare', left, right],
    enabled: left !== '' && right !== '',
    queryFn: ({ signal }) =>
      answerOf<Comparison>(api.GET('/api/v1/compare', { params: { query: { left, right } }, signal })),
  });
}
