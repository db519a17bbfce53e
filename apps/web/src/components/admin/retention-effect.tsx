'use client';

import { useRetentionPreview } from '../../api/use-retention.ts';
import { useRested } from '../../browser/use-rested.ts';
import { byteCount, count } from '../../words/count.ts';
import { clock } from '../../words/time.ts';
import classes from './admin.module.css';

/** What a rule would erase once it is set: what is erased comes back by no undo. */
export function RetentionEffect({ workspace, days }: { workspace: string; days: string }) {
  const asked = useRested(`${days} ${workspace}`, 300);
  const [restedDays = '', ...rest] = asked.split(' ');
  const { data, error } = useRetentionPreview(rest.join(' '), restedDays);
  if (error !== null) return <p className={classes.dim}>What it would erase cannot be said: {error.message}</p>;
  if (data === undefined) return null;
  const { due, held, later, nextAt } = data;
  return (
    <p aria-live="polite" data-erases={due.runs}>
      {due.runs === 0 ? (
        'Once it is set, nothing is old enough to go yet.'
      ) : (
        <>
          <span className={classes.alarm}>▲ Erases for ever</span> Once it is set, {count(due.contents, 'content')} (
          {byteCount(due.bytes)}) of {count(due.runs, 'sealed run')} go within minutes.
        </>
      )}{' '}
      {held.runs > 0 && `${count(held.runs, 'run')} that would be due ${held.runs === 1 ? 'is' : 'are'} held. `}
      {later.runs > 0 &&
        `${count(later.runs, 'run')} ${later.runs === 1 ? 'goes' : 'go'} later${nextAt === null ? '' : `, the next on ${clock(nextAt)}`}.`}
    </p>
  );
}
