import type { RunsFilter } from '../../api/use-runs.ts';

const DAY_MS = 86_400_000;

/** Address of the list of runs that these conditions show. */
export function runsHref(filter: Partial<RunsFilter>): string {
  const set = Object.entries(filter).filter(([, value]) => value !== '');
  return set.length === 0 ? '/runs' : `/runs?${new URLSearchParams(set).toString()}`;
}

/** The instant a UTC day begins. */
export const startOf = (day: string): string => `${day}T00:00:00.000Z`;

/** The instant the UTC day after it begins. */
export const endOf = (day: string): string => new Date(Date.parse(startOf(day)) + DAY_MS).toISOString();

/** Every UTC day from the first to the last, `YYYY-MM-DD`. At most a year. */
export function daysFrom(first: string, last: string): readonly string[] {
  const start = Date.parse(startOf(first));
  const many = Math.round((Date.parse(startOf(last)) - start) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, Math.min(366, many)) }, (_, n) =>
    new Date(start + n * DAY_MS).toISOString().slice(0, 10),
  );
}
