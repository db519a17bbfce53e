import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import { paced } from './pace.ts';
import type { CallPage, CallView, EventPage, UsageView } from './wire.ts';

const PAGE = 100;
const REFRESH_MS = 1_500;

/** Calls that have to do with the events of a stretch (at most 1,000); asked again while the run goes on. */
export function useCallsBetween(run: string, from: number, to: number, going: boolean): readonly CallView[] {
  const { data } = useQuery({
    queryKey: ['calls', run, from, to],
    enabled: to >= from,
    placeholderData: keepPreviousData,
    staleTime: going ? 0 : Infinity,
    queryFn: ({ signal }) =>
      answerOf<CallPage>(
        api.GET('/api/v1/runs/{run}/calls', { params: { path: { run }, query: { from, to } }, signal }),
      ),
    refetchInterval: going ? paced(REFRESH_MS) : false,
  });
  return data?.items ?? [];
}

/** One call by its number; null while it is not here, or when there is none. */
export function useCall(run: string, call: number | null, going: boolean): CallView | null {
  const { data } = useQuery({
    queryKey: ['call', run, call],
    enabled: call !== null && call >= 1,
    staleTime: going ? 0 : Infinity,
    queryFn: ({ signal }) => callsAfter(run, (call ?? 1) - 1, 1, signal),
    refetchInterval: going ? paced(REFRESH_MS) : false,
  });
  return data?.items.find((one) => one.call === call) ?? null;
}

/** All calls in order, a page at a time. */
export function useCalls(run: string, going: boolean) {
  return useInfiniteQuery({
    queryKey: ['calls', run, 'all'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => callsAfter(run, pageParam, PAGE, signal),
    getNextPageParam: (page) => page.nextAfter,
    refetchInterval: going ? paced(REFRESH_MS) : false,
  });
}

/** Reconciliations in the order of the record, each with the call it is about, a page at a time. */
export function useReconciliations(run: string, going: boolean) {
  return useInfiniteQuery({
    queryKey: ['reconciliations', run],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const query = { type: 'provenance.reconciled', after: pageParam, limit: PAGE };
      const { items } = await answerOf<EventPage>(
        api.GET('/api/v1/runs/{run}/events', { params: { path: { run }, query }, signal }),
      );
      const numbers = items.flatMap(({ payload }) => (typeof payload['call'] === 'number' ? payload['call'] : []));
      const calls = numbers.length === 0 ? [] : (await callsAfter(run, Math.min(...numbers) - 1, 500, signal)).items;
      return { items, calls, nextAfter: items.length === PAGE ? (items.at(-1)?.seq ?? null) : null };
    },
    getNextPageParam: (page) => page.nextAfter,
    refetchInterval: going ? paced(REFRESH_MS) : false,
  });
}

/** What the run used; asked for only when somebody wants to see it. */
export function useUsage(run: string, wanted: boolean, going: boolean) {
  return useQuery({
    queryKey: ['usage', run],
    enabled: wanted,
    queryFn: ({ signal }) =>
      answerOf<UsageView>(api.GET('/api/v1/runs/{run}/usage', { params: { path: { run } }, signal })),
    refetchInterval: going ? paced(REFRESH_MS) : false,
  });
}

function callsAfter(run: string, after: number, limit: number, signal: AbortSignal): Promise<CallPage> {
  return answerOf<CallPage>(
    api.GET('/api/v1/runs/{run}/calls', { params: { path: { run }, query: { after, limit } }, signal }),
  );
}
