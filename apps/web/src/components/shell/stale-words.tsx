'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import type { Query } from '@tanstack/react-query';
import { isSignedOut } from '../../api/problem.ts';
import { clock } from '../../words/time.ts';
import { Button, ButtonLink } from '../control/button.tsx';
import { loginHref } from './login-href.ts';
import classes from './shell.module.css';

/** Why the page is not up to date, since when, and what to do about it. */
export function StaleWords({ state, again }: { state: Query['state']; again: () => void }) {
  const path = usePathname();
  const search = useSearchParams().toString();
  const signedOut = isSignedOut(state.error);
  return (
    <>
      <p>
        <span className={classes.alarm}>▲ Not up to date</span>{' '}
        {signedOut
          ? 'Your sign-in has ended. Sign in again beside this page: what you typed here stays.'
          : state.error?.message}{' '}
        Last answer: {clock(new Date(state.dataUpdatedAt).toISOString())}.
      </p>
      {signedOut && (
        <ButtonLink size="xs" href={loginHref(path, search)} target="_blank" rel="noopener">
          Sign in again
        </ButtonLink>
      )}
      <Button size="xs" variant="default" onClick={again}>
        Ask again
      </Button>
    </>
  );
}
