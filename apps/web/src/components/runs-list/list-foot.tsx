import type { ReactNode } from 'react';
import { exportHref, type RunsFilter } from '../../api/use-runs.ts';
import { count } from '../../words/count.ts';
import classes from './runs-list.module.css';

interface Props {
  readonly filter: RunsFilter;
  readonly shown: number;
  readonly more: boolean;
  /** Runs that came on top and are not shown yet. */
  readonly newer: number;
  readonly children: ReactNode;
}

/** How much of the list is here, the way to more of it, and all of it as a file. */
export function ListFoot({ filter, shown, more, newer, children }: Props) {
  return (
    <div className={`${classes.foot ?? ''} no-print`}>
      {children}
      <p className={classes.dim}>
        {more ? `${count(shown, 'run')} are here; there are more.` : `All ${count(shown, 'run')} are here.`}
        {newer > 0 && ` ${newer.toLocaleString('en')} newer wait above.`} Every run of this list as{' '}
        <a href={exportHref(filter, 'csv')} download>
          CSV
        </a>{' '}
        or{' '}
        <a href={exportHref(filter, 'jsonl')} download>
          JSONL
        </a>
        .
      </p>
    </div>
  );
}
