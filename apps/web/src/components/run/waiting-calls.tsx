'use client';

import Link from 'next/link';
import { useApprovals } from '../../api/use-approvals.ts';
import { Deadline } from '../approval/deadline.tsx';
import { Name } from '../said/name.tsx';
import classes from './run.module.css';

/** What the run waits for, each with the way to decide it. */
export function WaitingCalls({ run }: { run: string }) {
  const { data } = useApprovals('waiting', run);
  const waiting = data?.pages[0]?.items ?? [];
  return (
    <section className={classes.waiting} aria-label="Waiting for approval">
      <p>
        <span className={classes.alarm}>▲ Waiting for approval</span> Nothing more happens in this run until people have
        decided.
      </p>
      {waiting.map(({ approval, action, about, expiresAt }) => (
        <p key={approval}>
          <Link href={`/approvals?approval=${approval}`}>
            Decide: <Name text={`${action} ${about ?? '(erased)'}`} />
          </Link>{' '}
          · <Deadline expiresAt={expiresAt} />
        </p>
      ))}
    </section>
  );
}
