import { NO_FILTER, setOf, type RunsFilter } from '../../api/use-runs.ts';

/** A filter under a name of the reader's. */
export interface View {
  readonly name: string;
  /** Only conditions that are set. */
  readonly filter: Readonly<Record<string, string>>;
}

const FORMAT = 'runseal-views/1';
const MOST = 100;
const LONGEST = 500;

/** The views as a file that another browser can take in. */
export const viewsFile = (views: readonly View[]): string => JSON.stringify({ format: FORMAT, views }, null, 2);

/** Reads such a file, or what this browser kept. Anything that is no view is passed over; null when it is no such file. */
export function viewsOf(text: string): readonly View[] | null {
  const file = parsed(text);
  const views = isObject(file) && file['format'] === FORMAT ? file['views'] : null;
  return Array.isArray(views) ? (views as unknown[]).flatMap(viewOf).slice(0, MOST) : null;
}

/** With this filter under this name; an earlier view of the name is replaced. */
export function withView(views: readonly View[], name: string, filter: RunsFilter): readonly View[] {
  const view = { name: name.trim().slice(0, 80), filter: setOf(filter) };
  return [...views.filter((other) => other.name !== view.name), view]
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .slice(0, MOST);
}

export const viewHref = ({ filter }: View): string => `/runs?${new URLSearchParams(filter).toString()}`;

function viewOf(value: unknown): readonly View[] {
  if (!isObject(value) || typeof value['name'] !== 'string' || !isObject(value['filter'])) return [];
  const name = value['name'].trim().slice(0, 80);
  const conditions = Object.entries(value['filter']).filter(
    (entry): entry is [string, string] =>
      Object.hasOwn(NO_FILTER, entry[0]) && typeof entry[1] === 'string' && entry[1].length <= LONGEST,
  );
  return name === '' ? [] : [{ name, filter: Object.fromEntries(conditions) }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
