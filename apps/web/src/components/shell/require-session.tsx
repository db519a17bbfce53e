'use client';

import { useEffect, type ReactNode } from 'react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { isSignedOut } from '../../api/problem.ts';
import { useSession, useSignedOutElsewhere } from '../../api/use-session.ts';
import { ErrorState } from '../state/error-state.tsx';
import { loginHref } from './login-href.ts';
import { useHydrated } from './use-hydrated.ts';
import { RowSkeleton } from '../state/row-skeleton.tsx';

/**
 * Shows its page, and sends whoever is not signed in to the sign-in and back. The page does not wait for the answer: the
 * API says no to strangers itself, at each of its routes. Nor does it go away when a sign-in ends beneath it: what was
 * typed stays, and `StaleNotice` says what to do.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const hydrated = useHydrated();
  const session = useSession();
  const router = useRouter();
  const path = usePathname();
  const search = useSearchParams().toString();
  useSignedOutElsewhere();
  const signedOut = session.isLoadingError && isSignedOut(session.error);
  useEffect(() => {
    if (signedOut) router.replace(loginHref(path, search));
  }, [signedOut, router, path, search]);
  if (!hydrated || signedOut) return <RowSkeleton rows={8} />;
  return session.isLoadingError ? <ErrorState error={session.error} retry={session.refetch} /> : children;
}
