import { ProblemError } from '../problem/problem.ts';

/** Where a client says it stopped: in the address, and in the header that browsers send when they come back. */
export interface LastSeen {
  readonly after?: number | undefined;
  readonly last: string | undefined;
}

/**
 * The last id already seen; 0 for a client that has seen nothing. The header wins: on reconnect it is newer than the address
 * the stream was opened with. Throws ProblemError 400, also for an id beyond the `size` ids there are: who comes with one of another
 * stream, or of a database that was restored since, would wait for what it takes for seen, and never hear of it.
 */
export function lastSeen({ after, last }: LastSeen, size: number): number {
  const [path, seen] = last === undefined || last === '' ? ['after', after ?? 0] : ['Last-Event-ID', numberOf(last)];
  if (seen > size)
    throw refusal(path, `must be at most ${size}, the newest there is; begin without it to be told everything again`);
  return seen;
}

function numberOf(last: string): number {
  if (/^\d{1,15}$/.test(last)) return Number(last);
  throw refusal('Last-Event-ID', 'must be a whole number, the id of an event of this stream');
}

const refusal = (path: string, message: string): ProblemError =>
  new ProblemError(400, 'request_invalid', `${path}: ${message}.`, { errors: [{ path, message }] });
