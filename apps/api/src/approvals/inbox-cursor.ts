import { ProblemError } from '../problem/problem.ts';
import { isOurTime } from '../runs/cursor.ts';

/** Where a page of the inbox ended: the last approval on it. */
export interface InboxCursor {
  readonly pending: boolean;
  readonly requestedAt: Date;
  readonly approval: string;
}

export const inboxCursorText = ({ pending, requestedAt, approval }: InboxCursor): string =>
  Buffer.from(`${pending ? 'p' : 'd'} ${requestedAt.toISOString()} ${approval}`, 'utf8').toString('base64url');

/** Throws ProblemError 400 `cursor_invalid` for anything this server did not hand out. */
export function inboxCursorOf(text: string): InboxCursor {
  const [pending = '', time = '', approval = ''] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
  const cursor = { pending: pending === 'p', requestedAt: new Date(time), approval };
  if (!/^[0-9a-f-]{36}$/.test(approval) || !isOurTime(time) || inboxCursorText(cursor) !== text) {
    throw new ProblemError(
      400,
      'cursor_invalid',
      'The cursor is not one of ours. Take nextCursor from the page before, or start without one.',
    );
  }
  return cursor;
}
