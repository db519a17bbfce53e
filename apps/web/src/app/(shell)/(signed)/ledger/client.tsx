'use client';

import { Button } from '../../../../components/control/button.tsx';
import { useLedger, useLedgerEntries, useUnsealed } from '../../../../api/use-ledger.ts';
import { ConsistencyCheck } from '../../../../components/ledger/consistency-check.tsx';
import { EntriesTable } from '../../../../components/ledger/entries-table.tsx';
import { LedgerHead } from '../../../../components/ledger/ledger-head.tsx';
import { UnsealedList } from '../../../../components/ledger/unsealed-list.tsx';
import { WitnessesTable } from '../../../../components/ledger/witnesses-table.tsx';
import { PageHeader } from '../../../../components/shell/page-header.tsx';
import { ErrorState } from '../../../../components/state/error-state.tsx';
import { RowSkeleton } from '../../../../components/state/row-skeleton.tsx';
import { useSeenHead } from '../../../../verify/use-seen-head.ts';
import classes from '../../../../components/ledger/ledger.module.css';

/** The ledger: its head held against the last one seen here, its witnesses, runs without a seal, its entries. */
export function LedgerClient() {
  const ledger = useLedger();
  const unsealed = useUnsealed();
  const entries = useLedgerEntries(0);
  const seen = useSeenHead(ledger.data);
  const rows = entries.data?.pages.flatMap(({ items }) => items) ?? [];
  const failed = [ledger, unsealed, entries].find(({ isLoadingError }) => isLoadingError);
  return (
    <>
      <PageHeader title="Ledger" />
      <div className={classes.page}>
        {failed !== undefined && <ErrorState error={failed.error} retry={failed.refetch} />}
        <section className={classes.part} aria-label="Head">
          <h2>Head</h2>
          {ledger.data === undefined ? <RowSkeleton rows={2} /> : <LedgerHead ledger={ledger.data} />}
          <ConsistencyCheck seen={seen} />
        </section>
        <section className={classes.part} aria-label="Witnesses">
          <h2>Witnesses</h2>
          {ledger.data !== undefined && <WitnessesTable ledger={ledger.data} />}
        </section>
        <section className={classes.part} aria-label="Opened and never sealed">
          <h2>Opened and never sealed</h2>
          {unsealed.data !== undefined && <UnsealedList runs={unsealed.data.items} />}
          {unsealed.data !== undefined && unsealed.data.nextAfter !== null && (
            <p className={classes.dim}>The first 200; there are more.</p>
          )}
        </section>
        <section className={classes.part} aria-label="Entries">
          <h2>Entries</h2>
          {entries.isPending && <RowSkeleton rows={6} />}
          {entries.data !== undefined && rows.length === 0 && (
            <p className={classes.dim}>
              None that you may see. A run writes one when it opens and one when it is sealed.
            </p>
          )}
          {rows.length > 0 && <EntriesTable entries={rows} />}
          {entries.hasNextPage && (
            <div>
              <Button
                variant="default"
                loading={entries.isFetchingNextPage}
                onClick={() => void entries.fetchNextPage()}
              >
                Load more
              </Button>
            </div>
          )}
        </section>
      </div>
    </>
  );
}
