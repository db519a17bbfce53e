import { useMemo } from 'react';
import type { PagedRows } from '../../live/paged-rows.ts';
import type { LogSnapshot, RunLog } from '../../live/run-log.ts';
import { useFilteredRows } from '../../live/use-filtered-rows.ts';
import { askedOf, type TimelineFilter } from './filter.ts';

/** The rows the spine shows: every event of the run, or those that match. */
export interface Rows {
  readonly source: PagedRows | null;
  readonly total: number;
  readonly filtered: boolean;
  readonly pending: boolean;
  readonly error: unknown;
  /** Asks once more for what could not be read. */
  readonly retry: () => void;
  /** Changes whenever a row came. */
  readonly version: number;
  /** Row at which a seq stands, or would stand. */
  readonly placeOf: (seq: number) => number;
}

export function useRows(run: string, filter: TimelineFilter, log: RunLog, snapshot: LogSnapshot): Rows {
  const { tiers, types, q, call } = filter;
  const key = JSON.stringify([tiers, types, q, call]);
  // The parts of the address are new objects at every change of any of them; what they say is compared.
  const asked = useMemo(() => askedOf({ tiers, types, q, call }), [key]);
  const found = useFilteredRows(run, asked, snapshot.state !== 'complete');
  if (asked === null)
    return {
      source: log.rows,
      total: snapshot.last,
      filtered: false,
      pending: snapshot.state === 'loading' && snapshot.last === 0,
      error: snapshot.error,
      retry: log.retry,
      version: snapshot.version,
      placeOf: (seq) => seq - 1,
    };
  return {
    source: found.rows,
    total: found.rows?.total ?? 0,
    filtered: true,
    pending: found.pending,
    error: found.error,
    retry: found.retry,
    version: found.version,
    placeOf: found.placeOf,
  };
}
