'use client';

import Link from 'next/link';
import { useSession, useSignOut } from '../../api/use-session.ts';
import { useHydrated } from './use-hydrated.ts';
import classes from './shell.module.css';

/** Who is signed in, and the way out. */
export function SignedInAs() {
  const hydrated = useHydrated();
  const session = useSession();
  const signOut = useSignOut();
  if (!hydrated) return null;
  if (session.data === undefined) {
    return session.isError ? (
      <Link href="/login" className={classes.quiet}>
        Sign in
      </Link>
    ) : null;
  }
  return (
    <div className={classes.who}>
      <span title={session.data.principal}>{session.data.name}</span>
      <button type="button" className={classes.quiet} onClick={() => signOut.mutate()} disabled={signOut.isPending}>
        Sign out
      </button>
    </div>
  );
}
