'use client';

import { useApprovals } from '../../api/use-approvals.ts';
import { useSession } from '../../api/use-session.ts';
import { useNotices, useNoticesWanted } from './use-notices.ts';
import { useHydrated } from '../shell/use-hydrated.ts';
import classes from './approval.module.css';

/** How many calls wait for people; nothing at all when none does. */
export function WaitingBadge() {
  const hydrated = useHydrated();
  const session = useSession();
  return hydrated && session.data !== undefined ? <Badge /> : null;
}

function Badge() {
  // Notices are for those who look at something else.
  const [wanted] = useNoticesWanted();
  const { data } = useApprovals('waiting', '', wanted);
  const first = data?.pages[0];
  useNotices(first?.items);
  if (first === undefined || first.items.length === 0) return null;
  const number = `${String(first.items.length)}${first.nextCursor === null ? '' : '+'}`;
  return (
    <>
      {' '}
      <span className={classes.badge} data-waiting={number}>
        {number}
        <span className="visually-hidden"> waiting</span>
      </span>
    </>
  );
}
