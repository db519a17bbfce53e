'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { notifyManager, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { isSignedOut } from '../../api/problem.ts';
import { StaleWords } from './stale-words.tsx';
import classes from './shell.module.css';

/**
 * What is on the page stays when it cannot be brought up to date; this says since when it may be old, and why. It lies at
 * the foot of the screen, so that nothing moves when it comes or goes.
 */
export function StaleNotice() {
  const client = useQueryClient();
  const state = useSyncExternalStore(
    useCallback((told: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(told)), [client]),
    () => oldest(client),
    () => null,
  );
  return (
    <div role="status" className={`${classes.stale ?? ''} no-print`} data-stale={state === null ? undefined : true}>
      {state !== null && <StaleWords state={state} again={() => void client.refetchQueries({ predicate: isStale })} />}
    </div>
  );
}

const isStale = (query: Query): boolean =>
  query.state.status === 'error' && query.state.data !== undefined && query.isActive();

/** The state of what is on the page that is longest without an answer; an ended sign-in before all else. */
function oldest(client: QueryClient): Query['state'] | null {
  const states = client
    .getQueryCache()
    .findAll({ predicate: isStale })
    .map(({ state }) => state);
  return (
    states.find(({ error }) => isSignedOut(error)) ??
    states.reduce<Query['state'] | null>((a, b) => (a === null || b.dataUpdatedAt < a.dataUpdatedAt ? b : a), null)
  );
}
