'use client';

import { clock, remaining } from '../../words/time.ts';
import { useNow } from '../../words/use-now.ts';
import classes from './approval.module.css';

/** Below this many milliseconds the time left is loud. */
const SOON_MS = 300_000;

/** How long there is left to decide. Silence ends in a refusal. */
export function Deadline({ expiresAt }: { expiresAt: string }) {
  const left = Date.parse(expiresAt) - useNow(1_000);
  return (
    <time
      dateTime={expiresAt}
      title={`Refused at ${clock(expiresAt)} if nobody decides`}
      className={left < SOON_MS ? classes.alarm : undefined}
    >
      {left <= 0 ? 'time is over' : `${remaining(left)} left`}
    </time>
  );
}
