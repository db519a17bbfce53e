import { useEffect } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import { SESSION_KEY as KEY } from './query-client.ts';
import type { Principal } from './wire.ts';

/** On which the pages of one browser tell each other that their reader signed out. */
const CHANNEL = 'runseal.session';

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
      const others = new BroadcastChannel(CHANNEL);
      others.postMessage('signed out');
      others.close();
      window.location.assign('/login');
    },
  });
}

/** Leaves this page when its reader signs out on another one: nothing stays on the screen of a shared machine. */
export function useSignedOutElsewhere(): void {
  useEffect(() => {
    const others = new BroadcastChannel(CHANNEL);
    others.onmessage = () => window.location.assign('/login');
    return () => others.close();
  }, []);
}
