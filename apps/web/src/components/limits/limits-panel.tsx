'use client';

import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Report } from '@runseal/spine';
import { MOST_WHOLE, useWholeRun } from '../../api/use-events.ts';
import { Name } from '../said/name.tsx';
import { usePrinting } from '../state/use-printing.ts';
import classes from './limits.module.css';

/** Events of a run whose limits are drawn as soon as it is verified, so that they are there to be printed. */
const SMALL = 1_000;

interface Props {
  readonly run: string;
  /** Events of the run. */
  readonly size: number;
  readonly sealed: boolean;
  readonly report: Report | null;
}

/** What a reader must not take this record for, drawn from the run's own facts. */
export function LimitsPanel({ run, size, sealed, report }: Props) {
  const [open, setOpen] = useState(false);
  const printing = usePrinting();
  const { data: events } = useWholeRun(run, size, (open || size <= SMALL) && sealed && report !== null);
  const { data: limits = null } = useQuery({
    queryKey: ['limits-here', run, events?.length, report],
    enabled: events !== undefined && report !== null,
    staleTime: Infinity,
    queryFn: async () => (report === null ? null : (await import('./limits-here.ts')).limitsHere(events ?? [], report)),
  });
  return (
    <details
      className={classes.panel}
      data-limits
      open={open || printing}
      onToggle={(event) => {
        if (!printing) setOpen(event.currentTarget.open);
      }}
    >
      <summary>What this does not prove</summary>
      {limits === null ? (
        <p className={classes.dim}>{waitingFor(size, report)}</p>
      ) : (
        <ul className={classes.list}>
          {limits.map((limit) => (
            <li key={limit}>
              <Name text={limit} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function waitingFor(size: number, report: Report | null): string {
  if (size > MOST_WHOLE)
    return 'This run is too long for a page to hold. Its limits stand in the evidence package: runseal export --package.';
  return report === null ? 'Verify the record first: its limits follow from what was checked.' : 'Reading the record …';
}
