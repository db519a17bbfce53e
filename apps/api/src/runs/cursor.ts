import { ProblemError } from '../problem/problem.ts';

/** Where a page ended: the last run on it. */
export interface Cursor {
  readonly createdAt: Date;
  readonly run: string;
}

export const cursorText = ({ createdAt, run }: Cursor): string =>
  Buffer.from(`${createdAt.toISOString()} ${run}`, 'utf8').toString('base64url');

/** Whether this server can have written it: within the years that a database and a program read alike, since 1970. */
export const isOurTime = (time: string): boolean => time.length === 24 && Date.parse(time) > 0;

/** Throws ProblemError 400 `cursor_invalid` for anything this server did not hand out. */
export function cursorOf(text: string): Cursor {
  const [time = '', run = ''] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
  const createdAt = new Date(time);
  const cursor = { createdAt, run };
  if (!/^[0-9a-f-]{36}$/.test(run) || !isOurTime(time) || cursorText(cursor) !== text) {
    throw new ProblemError(
      400,
      'cursor_invalid',
      'The cursor is not one of ours. Take nextCursor from the page before, or start without one.',
    );
  }
  return cursor;
}
