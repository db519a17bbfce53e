'use client';

import dynamic from 'next/dynamic';
import { useCallback, useMemo, useState } from 'react';
import { useCallsBetween } from '../../api/use-calls.ts';
import { useEvent } from '../../api/use-events.ts';
import { PAGE } from '../../live/paged-rows.ts';
import { tierCounts, type LogSnapshot, type RunLog } from '../../live/run-log.ts';
import { EmptyState } from '../state/empty-state.tsx';
import { ErrorState } from '../state/error-state.tsx';
import { RowSkeleton } from '../state/row-skeleton.tsx';
import { bracketsOf } from './brackets.ts';
import { callSpans } from './call-spans.ts';
import { Timeline } from './timeline.tsx';
import { TimelineBar } from './timeline-bar.tsx';
import { TimelineFilters } from './timeline-filters.tsx';
import { useCursor } from './use-cursor.ts';
import { useRows } from './use-rows.ts';
import type { TimelineUrl } from './use-timeline-url.ts';
import classes from './timeline-section.module.css';

/** Tables come with the first press on their view. */
const CallsTable = dynamic(() => import('./calls-table.tsx').then((module) => module.CallsTable), {
  loading: () => <RowSkeleton rows={6} />,
});
const AccountTable = dynamic(() => import('./account-table.tsx').then((module) => module.AccountTable), {
  loading: () => <RowSkeleton rows={6} />,
});
/** Hashes, diffs and contents come with the first event that is opened. */
const PeekPanel = dynamic(() => import('../peek/peek-panel.tsx').then((module) => module.PeekPanel), { ssr: false });

interface Props {
  readonly run: string;
  /** The run goes on no more, sealed or not. */
  readonly ended: boolean;
  readonly log: RunLog;
  readonly snapshot: LogSnapshot;
  readonly url: TimelineUrl;
  readonly badSeq: number | null;
}

/** Filters, spine and peek panel, side by side where there is room. */
export function TimelineSection({ run, ended, log, snapshot, url, badSeq }: Props) {
  const { filter, view, openSeq } = url;
  const rows = useRows(run, filter, log, snapshot);
  const [sight, setSight] = useState({ first: 0, last: -1 });
  const onSight = useCallback((first: number, last: number) => setSight({ first, last }), []);
  const { current, open } = useCursor(rows, url, sight.first);
  const going = snapshot.state !== 'complete';
  const brackets = useBrackets(run, rows.filtered ? null : sight, snapshot.last, going);
  const fetched = useEvent(run, openSeq !== null && log.rows.at(openSeq - 1) === undefined ? openSeq : null);
  const peeked = openSeq === null ? null : (log.rows.at(openSeq - 1) ?? fetched.data);

  return (
    <section className={classes.section} data-peek={openSeq !== null || undefined} aria-label="Timeline">
      <TimelineFilters
        filter={filter}
        onChange={url.setFilter}
        tiers={tierCounts(snapshot.types)}
        types={snapshot.types}
        lastSeq={snapshot.last}
        jumpTo={open}
      />
      <div className={classes.main}>
        <TimelineBar rows={rows} snapshot={snapshot} ended={ended} view={view} setView={url.setView} />
        {rows.error !== null && <ErrorState error={rows.error} retry={rows.retry} />}
        {view === 'spine' && rows.pending && <RowSkeleton rows={10} />}
        {view === 'calls' && <CallsTable run={run} going={going} onOpen={open} />}
        {view === 'account' && <AccountTable run={run} going={going} onOpen={open} />}
        {view === 'spine' && (
          <Timeline
            run={run}
            rows={rows}
            brackets={brackets}
            currentSeq={current}
            openSeq={openSeq}
            badSeq={badSeq}
            onOpen={open}
            onSight={onSight}
          />
        )}
        {view === 'spine' && rows.filtered && !rows.pending && rows.total === 0 && rows.error === null && (
          <EmptyState title="No event matches these filters">
            <p>Take a filter away to see the spine again.</p>
          </EmptyState>
        )}
        {view === 'spine' && snapshot.state === 'live' && snapshot.last === 0 && (
          <EmptyState title="Nothing is on the record yet">{null}</EmptyState>
        )}
      </div>
      {openSeq !== null && (
        <div className={classes.peek}>
          <PeekPanel
            key={openSeq}
            run={run}
            seq={openSeq}
            event={peeked ?? null}
            missing={fetched.data === null || (fetched.isLoadingError && fetched.error)}
            going={going}
            goTo={open}
            onlyCall={(call) => url.setFilter({ call })}
            close={url.close}
          />
        </div>
      )}
    </section>
  );
}

/** The brackets of the calls that have to do with the rows in sight; none where rows are left out between them. */
function useBrackets(run: string, sight: { first: number; last: number } | null, size: number, going: boolean) {
  const first = sight === null ? 0 : Math.floor(sight.first / PAGE) * PAGE + 1;
  const last = sight === null ? -1 : Math.min(size, (Math.floor(sight.last / PAGE) + 1) * PAGE, first + 999);
  const calls = useCallsBetween(run, first, last, going);
  return useMemo(() => bracketsOf(sight === null ? [] : callSpans(calls)), [calls, sight]);
}
