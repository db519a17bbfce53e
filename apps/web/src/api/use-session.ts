import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Principal } from './wire.ts';

const KEY = ['session'];

/** Who is signed in; an error with status 401 means nobody. */
export function useSession() {
  return useQuery({
    queryKey: KEY,
    queryFn: () => answerOf<Principal>(api.GET('/api/v1/session')),
    staleTime: 60_000,
    retry: false,
  });
}

/** Exchanges an access key for a session cookie. The key itself is kept nowhere in the browser. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => answerOf<Principal>(api.POST('/api/v1/session', { body: { key } })),
    onSuccess: (principal) => client.setQueryData(KEY, principal),
  });
}

/** Ends the session and forgets every answer it was given. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/v1/session')),
    onSuccess: () => {
      client.clear();
      window.location.assign('/login');
    },
  });
}
