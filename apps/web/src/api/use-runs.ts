import { useInfiniteQuery } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import { paced } from './pace.ts';
import type { RunPage, RunState } from './wire.ts';
import type { paths } from '@runseal/api/client';

export const RUN_STATES = ['queued', 'running', 'completed', 'failed', 'halted'] as const satisfies readonly RunState[];

type Query = NonNullable<paths['/api/v1/runs']['get']['parameters']['query']>;

/** What narrows the list of runs, each as text; empty is no condition. */
export type RunsFilter = { readonly [Key in keyof Omit<Query, 'limit' | 'cursor'>]-?: string };

export const NO_FILTER: RunsFilter = {
  q: '',
  harness: '',
  model: '',
  state: '',
  workspace: '',
  principal: '',
  share: '',
  tool: '',
  gap: '',
  verdict: '',
  odd: '',
  sealed: '',
  since: '',
  until: '',
};

const PAGE = 50;
const REFRESH_MS = 4_000;

/** Runs, newest first, by keyset pages; asked again while any of them is still going. */
export function useRuns(filter: Partial<RunsFilter>) {
  return useInfiniteQuery({
    queryKey: ['runs', filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      answerOf<RunPage>(
        api.GET('/api/v1/runs', {
          params: { query: { ...queryOf(filter), limit: PAGE, ...(pageParam === '' ? {} : { cursor: pageParam }) } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: (query) =>
      query.state.data?.pages.some((page) => page.items.some(isGoing)) === true ? paced(REFRESH_MS)(query) : false,
  });
}

export const isGoing = (run: { readonly state: RunState; readonly sealed: boolean }): boolean =>
  run.state === 'queued' || run.state === 'running' || !run.sealed;

/** Address of the runs that a filter shows, as a file. */
export function exportHref(filter: Partial<RunsFilter>, format: 'csv' | 'jsonl'): string {
  return `/api/v1/runs/export?${new URLSearchParams({ ...setOf(filter), format }).toString()}`;
}

/** Only what is set: an empty condition is none. */
export function setOf(filter: Partial<RunsFilter>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
}

/** What an address may hold is anybody's; the API says what is wrong with it. */
const queryOf = (filter: Partial<RunsFilter>): Query => setOf(filter);
