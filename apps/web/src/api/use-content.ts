import { useQuery } from '@tanstack/react-query';
import { fetchRaw } from './client.ts';

/** Most bytes shown on a page; the whole is one link away. */
export const MOST_SHOWN_BYTES = 262_144;

export interface ShownContent {
  readonly media: string;
  /** At most MOST_SHOWN_BYTES, decoded; bytes that are no UTF-8 show as U+FFFD. */
  readonly text: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Hex, 32 bytes: with it the commitment can be recomputed. */
  readonly salt: string | null;
}

export const contentPath = (run: string, commitment: string): string =>
  `/api/v1/runs/${encodeURIComponent(run)}/content/${commitment}`;

/** Throws ProblemError, `content_erased` among others. */
export async function fetchContent(run: string, commitment: string, signal?: AbortSignal): Promise<ShownContent> {
  const response = await fetchRaw(contentPath(run, commitment), signal === undefined ? {} : { signal });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    media: response.headers.get('x-content-media') ?? 'application/octet-stream',
    salt: response.headers.get('x-content-salt'),
    bytes,
    text: new TextDecoder().decode(bytes.subarray(0, MOST_SHOWN_BYTES)),
  };
}

/** One content by its commitment, fetched only when somebody opens it. */
export function useContent(run: string, commitment: string, wanted: boolean) {
  return useQuery({
    queryKey: ['content', run, commitment],
    enabled: wanted,
    staleTime: Infinity,
    queryFn: ({ signal }) => fetchContent(run, commitment, signal),
  });
}
