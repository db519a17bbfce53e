import { PAGE } from './paged-rows.ts';

/** What the page of a run asks the API first, exactly as it will ask for it. */
export const firstAsked = (run: string): readonly string[] => {
  const path = `/api/v1/runs/${encodeURIComponent(run)}`;
  return [
    '/api/v1/session',
    path,
    `${path}/events?after=0&upTo=${String(PAGE)}&limit=${String(PAGE)}`,
    `${path}/events/counts`,
  ];
};
