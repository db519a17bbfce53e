import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut, ProblemError } from './problem.ts';

export const SESSION_KEY = ['session'];

/** Answers stay fresh for a moment; what the API refused on purpose is not asked again. */
export function createQueryClient(): QueryClient {
  /** Whoever is told that nobody is signed in asks at once who is. */
  const refused = (error: unknown): void => {
    if (isSignedOut(error)) void client.invalidateQueries({ queryKey: SESSION_KEY });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (queryKey[0] !== SESSION_KEY[0]) refused(error);
      },
    }),
    mutationCache: new MutationCache({ onError: refused }),
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        refetchOnWindowFocus: true,
        // A browser that says it has no network may still reach a server on its own machine; and a question that is held back
        // fails for nobody to see. What fails says so, and is asked again.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && !(error instanceof ProblemError && error.status < 500),
      },
      // A decision that cannot be sent now is not sent later, when nobody expects it any more.
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
