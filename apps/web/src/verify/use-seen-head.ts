import { useEffect, useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import type { ConsistencyView, LedgerView } from '../api/wire.ts';
import { checkAgainstSeen, parseSeenHead, type HeadCheck, type SeenHead } from './seen-head.ts';

const STORED_AS = 'runseal.seen-ledger-head';

export type SeenState =
  | { readonly state: 'none' | 'checking' }
  | { readonly state: 'first'; readonly head: SeenHead }
  | { readonly state: 'checked'; readonly before: SeenHead; readonly check: HeadCheck }
  | { readonly state: 'unproved'; readonly before: SeenHead; readonly error: Error };

/**
 * Holds the ledger's head against the last one this browser saw, and keeps the newer only when it is proved to have grown
 * from it. A head that failed never takes the place of the one seen before: the failure stays for all to see.
 */
export function useSeenHead(ledger: LedgerView | undefined): SeenState {
  const [seen, setSeen] = useState<SeenState>({ state: 'none' });
  const origin = ledger?.origin;
  const size = ledger?.head?.size;
  const root = ledger?.head?.root;
  useEffect(() => {
    if (origin === undefined || size === undefined || root === undefined) return;
    const abort = new AbortController();
    const now = { origin, size, root, seenAt: new Date().toISOString() };
    void held(now, abort.signal).then((next) => {
      if (!abort.signal.aborted) setSeen(next);
    });
    return () => abort.abort();
  }, [origin, size, root]);
  return seen;
}

async function held(now: SeenHead, signal: AbortSignal): Promise<SeenState> {
  const before = parseSeenHead(localStorage.getItem(STORED_AS));
  if (before === null) {
    keep(now);
    return { state: 'first', head: now };
  }
  try {
    const check = await checkAgainstSeen(before, now, proofBetween(signal));
    if (check.state === 'appended') keep(now);
    return { state: 'checked', before, check };
  } catch (error) {
    return { state: 'unproved', before, error: error instanceof Error ? error : new Error('No proof came.') };
  }
}

const keep = (head: SeenHead): void => localStorage.setItem(STORED_AS, JSON.stringify(head));

const proofBetween = (signal: AbortSignal) => async (from: number, to: number) =>
  (await answerOf<ConsistencyView>(api.GET('/api/v1/ledger/consistency', { params: { query: { from, to } }, signal })))
    .proof;
