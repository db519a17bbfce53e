'use client';

import { useEffect, type ReactNode } from 'react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { ProblemError } from '../../api/problem.ts';
import { useSession } from '../../api/use-session.ts';
import { ErrorState } from '../state/error-state.tsx';
import { useHydrated } from './use-hydrated.ts';
import { RowSkeleton } from '../state/row-skeleton.tsx';

/**
 * Shows its page, and sends whoever is not signed in to the sign-in and back. The page does not wait for the answer: the
 * API says no to strangers itself, at each of its routes.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const hydrated = useHydrated();
  const session = useSession();
  const router = useRouter();
  const path = usePathname();
  const search = useSearchParams().toString();
  const signedOut = session.error instanceof ProblemError && session.error.status === 401;
  useEffect(() => {
    if (signedOut) router.replace(`/login?next=${encodeURIComponent(search === '' ? path : `${path}?${search}`)}`);
  }, [signedOut, router, path, search]);
  if (!hydrated || signedOut) return <RowSkeleton rows={8} />;
  return session.isError ? <ErrorState error={session.error} retry={session.refetch} /> : children;
}
