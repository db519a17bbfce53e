import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from './problem.ts';

/** Answers stay fresh for a moment; what the API refused on purpose is not asked again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < 2 && !(error instanceof ProblemError && error.status < 500),
      },
    },
  });
}
