import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import { paced } from './pace.ts';
import type { LedgerPage, LedgerView, UnsealedPage } from './wire.ts';

const PAGE = 50;
const REFRESH_MS = 5_000;

/** The ledger: its head, its witnesses, what waits. The server's word until this browser has checked it. */
export function useLedger() {
  return useQuery({
    queryKey: ['ledger'],
    queryFn: ({ signal }) => answerOf<LedgerView>(api.GET('/api/v1/ledger', { signal })),
    refetchInterval: paced(REFRESH_MS),
  });
}

/** Entries in the order in which they were written, from the first or from `from` on. */
export function useLedgerEntries(from: number) {
  return useInfiniteQuery({
    queryKey: ['ledger-entries', from],
    initialPageParam: from,
    queryFn: ({ pageParam, signal }) =>
      answerOf<LedgerPage>(
        api.GET('/api/v1/ledger/entries', { params: { query: { after: pageParam, limit: PAGE } }, signal }),
      ),
    getNextPageParam: (page) => page.nextAfter,
  });
}

/** Runs that the ledger saw open and never saw sealed. */
export function useUnsealed() {
  return useQuery({
    queryKey: ['ledger-unsealed'],
    queryFn: ({ signal }) =>
      answerOf<UnsealedPage>(api.GET('/api/v1/ledger/unsealed', { params: { query: { limit: 200 } }, signal })),
    refetchInterval: paced(REFRESH_MS),
  });
}
