import { useQuery } from '@tanstack/react-query';
import { writtenBy } from '../components/approval/written.ts';
import { contentOf, textOf } from '../words/payload.ts';
import { answerOf, api, fetchRaw } from './client.ts';
import { contentPath, MOST_SHOWN_BYTES } from './use-content.ts';
import type { EventPage, EventView } from './wire.ts';

const PAGE = 1_000;
/** A file written more often than this is not followed from a page; then there is nothing to compare with. */
const MOST_WRITES = 20_000;
/** The API takes no longer words. */
const LONGEST_WORDS = 200;

/** What the run's own record shows to have been written to a file before. */
export interface EarlierWrite {
  /** Seq of the write that was let through. */
  readonly seq: number;
  readonly content: string;
}

/**
 * The last write of the run to this path before the event `before` (null: so far), read from its record; null when it
 * shows none that can be read.
 */
export function useEarlierWrite(run: string, path: string | null, before: number | null = null) {
  return useQuery({
    queryKey: ['earlier-write', run, path, before],
    enabled: path !== null,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<EarlierWrite | null> => {
      const found = await lastWrite(run, path ?? '', before, signal);
      const content = found === null ? null : contentOf(found.payload['arguments']);
      if (found === null || content === null || content.bytes > MOST_SHOWN_BYTES) return null;
      const response = await fetchRaw(contentPath(run, content.commitment), { signal }).catch(() => null);
      const written = response === null ? null : writtenBy('workspace_write', await response.text());
      return written?.kind === 'file' ? { seq: found.seq, content: written.content } : null;
    },
  });
}

async function lastWrite(
  run: string,
  path: string,
  before: number | null,
  signal: AbortSignal,
): Promise<EventView | null> {
  let last: EventView | null = null;
  const narrowed = {
    type: 'dispatch.start',
    limit: PAGE,
    ...(path.trim() === '' || path.length > LONGEST_WORDS ? {} : { q: path }),
    ...(before === null ? {} : { upTo: before - 1 }),
  };
  for (let after = 0, read = 0; read < MOST_WRITES; read += PAGE) {
    const { items } = await answerOf<EventPage>(
      api.GET('/api/v1/runs/{run}/events', { params: { path: { run }, query: { after, ...narrowed } }, signal }),
    );
    last = items.findLast((event) => isWrite(event, path)) ?? last;
    if (items.length < PAGE) return last;
    after = items.at(-1)?.seq ?? after;
  }
  return null;
}

const isWrite = ({ type, payload }: EventView, path: string): boolean =>
  type === 'dispatch.start' && textOf(payload, 'action') === 'workspace_write' && textOf(payload, 'scope') === path;
