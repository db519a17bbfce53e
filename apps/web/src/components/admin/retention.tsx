'use client';

import { useRetentions } from '../../api/use-retention.ts';
import type { RetentionView } from '../../api/wire.ts';
import { count } from '../../words/count.ts';
import { Term } from '../glossary/term.tsx';
import { ErrorState } from '../state/error-state.tsx';
import { RowSkeleton } from '../state/row-skeleton.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';
import { WhenCell } from '../table/cells/when-cell.tsx';
import { RetentionForm } from './retention-form.tsx';
import classes from './admin.module.css';

const COLUMNS: readonly Column<RetentionView>[] = [
  { key: 'workspace', header: 'Workspace', card: 'title', width: '20%', cell: ({ workspace }) => workspace },
  { key: 'days', header: 'Content is kept', width: '20%', cell: ({ days }) => `${count(days, 'day')} after the seal` },
  { key: 'why', header: 'Why', cell: ({ reason }) => <span className={classes.said}>{reason}</span> },
  { key: 'by', header: 'Set by', width: '16%', cell: ({ setBy }) => setBy },
  { key: 'at', header: 'Set', width: '112px', align: 'end', cell: ({ setAt }) => <WhenCell iso={setAt} /> },
];

/** How long each workspace keeps the content of its sealed runs, and for whoever may, another rule. */
export function Retention({ admin }: { admin: boolean }) {
  const retentions = useRetentions();
  return (
    <section className={classes.part} aria-labelledby="retention">
      <h2 id="retention">
        <Term name="retention" />
      </h2>
      {retentions.isPending && <RowSkeleton rows={2} />}
      {retentions.isLoadingError && <ErrorState error={retentions.error} retry={retentions.refetch} />}
      {retentions.data?.length === 0 && <p>No rule: content is kept without limit, until somebody erases it.</p>}
      {retentions.data !== undefined && retentions.data.length > 0 && (
        <DataTable
          caption="Retention by workspace"
          columns={COLUMNS}
          rows={retentions.data}
          rowKey={({ workspace }) => workspace}
        />
      )}
      {admin ? <RetentionForm /> : <p className={classes.dim}>Only who sees every workspace sets a rule.</p>}
    </section>
  );
}
