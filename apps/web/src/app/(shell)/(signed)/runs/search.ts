import { parseAsArrayOf, parseAsString, useQueryState, useQueryStates } from 'nuqs';
import { NO_FILTER, type RunsFilter } from '../../../../api/use-runs.ts';

const text = parseAsString.withDefault('');
const filters = Object.fromEntries(Object.keys(NO_FILTER).map((key) => [key, text])) as Record<
  keyof RunsFilter,
  typeof text
>;

/** The filter of the runs list, as the URL has it. */
export function useFilter(): [RunsFilter, (next: Partial<RunsFilter>) => void] {
  const [filter, set] = useQueryStates(filters);
  return [filter, (next) => void set(next)];
}

/** The runs picked for comparison, at most two, as the URL has them. A third pick replaces the second. */
export function usePicked(): [readonly string[], (run: string) => void] {
  const [picked, set] = useQueryState('pick', parseAsArrayOf(parseAsString).withDefault([]));
  const toggle = (run: string): void => {
    const next = picked.includes(run) ? picked.filter((other) => other !== run) : [...picked.slice(0, 1), run];
    void set(next.length === 0 ? null : next);
  };
  return [picked.slice(0, 2), toggle];
}
