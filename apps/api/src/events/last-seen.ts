import { ProblemError } from '../problem/problem.ts';

/** Where a client says it stopped: in the address, and in the header that browsers send when they come back. */
export interface LastSeen {
  readonly after?: number | undefined;
  readonly last: string | undefined;
}

/**
 * The last id already seen; 0 for a client that has seen nothing. The header wins: on reconnect it is newer than the address
 * the stream was opened with. Throws ProblemError 400.
 */
export function lastSeen({ after, last }: LastSeen): number {
  if (last === undefined || last === '') return after ?? 0;
  if (/^\d{1,15}$/.test(last)) return Number(last);
  throw new ProblemError(400, 'request_invalid', 'Last-Event-ID is not an id of this stream.', {
    errors: [{ path: 'Last-Event-ID', message: 'must be a whole number' }],
  });
}
