import { useEffect, useMemo, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import { paced } from '../api/pace.ts';
import type { EventMarks, EventPage } from '../api/wire.ts';
import { PAGE, PagedRows } from './paged-rows.ts';

/** What the API narrows events by. */
export interface AskedFilter {
  readonly tier?: string;
  readonly type?: string;
  readonly call?: number;
  readonly q?: string;
}

export interface FilteredRows {
  readonly rows: PagedRows | null;
  readonly pending: boolean;
  readonly error: unknown;
  /** Asks once more for what could not be read. */
  readonly retry: () => void;
  /** Changes whenever rows came. */
  readonly version: number;
  /** Row at which this seq, or the next match after it, stands or would stand; exact once its page is here. */
  readonly placeOf: (seq: number) => number;
}

/** While a run goes on, what matches is looked up anew after this many ms. */
const REFRESH_MS = 2_000;

/** The events of a run that match, found and paged by the API; null rows while no filter is set. */
export function useFilteredRows(run: string, filter: AskedFilter | null, going: boolean): FilteredRows {
  const marks = useQuery({
    queryKey: ['marks', run, filter],
    enabled: filter !== null,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) =>
      answerOf<EventMarks>(
        api.GET('/api/v1/runs/{run}/events/marks', {
          params: { path: { run }, query: { every: PAGE, ...filter } },
          signal,
        }),
      ),
    refetchInterval: going ? paced(REFRESH_MS) : false,
  });
  const [version, setVersion] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const starts = useMemo(() => marks.data?.starts ?? [], [marks.data]);
  const matches = marks.data?.matches ?? 0;
  const rows = useMemo(() => {
    if (filter === null || marks.isPlaceholderData) return null;
    const paged = new PagedRows(
      (page, signal) => matchesOf(run, filter, starts, page, signal),
      (error) => {
        if (error !== null) setFailure(error);
        setVersion((before) => before + 1);
      },
    );
    paged.grow(matches);
    return paged;
  }, [run, filter, starts, matches, marks.isPlaceholderData]);
  useEffect(() => () => rows?.close(), [rows]);
  return {
    rows,
    version,
    pending: filter !== null && (marks.isPending || marks.isPlaceholderData),
    error: marks.error ?? failure,
    retry: () => {
      setFailure(null);
      if (marks.isError) void marks.refetch();
      rows?.retry();
    },
    placeOf: (seq) => placeOf(rows, starts, seq),
  };
}

async function matchesOf(
  run: string,
  filter: AskedFilter,
  starts: readonly number[],
  page: number,
  signal: AbortSignal,
) {
  const next = starts[page + 1];
  const range = { after: (starts[page] ?? 1) - 1, limit: PAGE, ...(next === undefined ? {} : { upTo: next - 1 }) };
  const { items } = await answerOf<EventPage>(
    api.GET('/api/v1/runs/{run}/events', { params: { path: { run }, query: { ...range, ...filter } }, signal }),
  );
  return items;
}

function placeOf(rows: PagedRows | null, starts: readonly number[], seq: number): number {
  if (rows === null || starts.length === 0) return 0;
  const after = starts.findIndex((start) => start > seq);
  const page = Math.max(0, (after === -1 ? starts.length : after) - 1);
  for (let index = page * PAGE; index < Math.min((page + 1) * PAGE, rows.total); index += 1) {
    const event = rows.at(index);
    if (event === undefined) return index;
    if (event.seq >= seq) return index;
  }
  return Math.min((page + 1) * PAGE, rows.total) - 1;
}
