'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useUsage } from '../../api/use-calls.ts';
import { ErrorState } from '../state/error-state.tsx';
import { RowSkeleton } from '../state/row-skeleton.tsx';
import classes from './usage.module.css';

const UsageTable = dynamic(() => import('./usage-table.tsx').then((module) => module.UsageTable));

/** Tokens as we recorded them beside the harness's own account, and what they cost where prices are known. */
export function UsagePanel({ run, going }: { run: string; going: boolean }) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useUsage(run, open, going);
  return (
    <details className={classes.panel} data-usage onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Usage and cost</summary>
      {error !== null && <ErrorState error={error} retry={refetch} />}
      {open && data === undefined && error === null && <RowSkeleton rows={3} />}
      {data !== undefined && <UsageTable usage={data} />}
    </details>
  );
}
