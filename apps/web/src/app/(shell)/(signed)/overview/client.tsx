'use client';

import Link from 'next/link';
import { useApprovals } from '../../../../api/use-approvals.ts';
import { useHarnesses } from '../../../../api/use-catalogue.ts';
import { useLedger, useUnsealed } from '../../../../api/use-ledger.ts';
import { useRecentRuns } from '../../../../api/use-recent-runs.ts';
import { useSums } from '../../../../api/use-sums.ts';
import { Term } from '../../../../components/glossary/term.tsx';
import { LedgerHead } from '../../../../components/ledger/ledger-head.tsx';
import { ConcernList } from '../../../../components/overview/concern-list.tsx';
import { concernsOf } from '../../../../components/overview/concerns.ts';
import { Protection } from '../../../../components/overview/protection.tsx';
import { SealedRuns } from '../../../../components/overview/sealed-runs.tsx';
import { PageHeader } from '../../../../components/shell/page-header.tsx';
import { ErrorState } from '../../../../components/state/error-state.tsx';
import { RowSkeleton } from '../../../../components/state/row-skeleton.tsx';
import { count } from '../../../../words/count.ts';
import classes from '../../../../components/overview/overview.module.css';

/** Is anything wrong? What needs eyes first, then the mix over time and the harnesses side by side, then the ledger. */
export function OverviewClient() {
  const recent = useRecentRuns();
  const failed = useRecentRuns('failed');
  const halted = useRecentRuns('halted');
  const waiting = useApprovals('waiting');
  const harnesses = useHarnesses();
  const ledger = useLedger();
  const unsealed = useUnsealed();
  const sums = useSums();
  // Asking each harness takes seconds; nothing else waits for that.
  const asked = [recent, failed, halted, waiting, ledger, unsealed, sums];
  const broken = [...asked, harnesses].find(({ isLoadingError }) => isLoadingError);
  const pending = broken === undefined && asked.some(({ isPending }) => isPending);
  const runs = recent.data?.items ?? [];
  const concerns = concernsOf({
    runs: unique([...runs, ...(failed.data?.items ?? []), ...(halted.data?.items ?? [])]),
    approvals: waiting.data?.pages.flatMap(({ items }) => items) ?? [],
    harnesses: harnesses.data ?? [],
    ledger: ledger.data ?? null,
    unsealed: unsealed.data?.items ?? [],
    attention: sums.data?.attention ?? null,
  });
  return (
    <>
      <PageHeader title="Overview" />
      <div className={classes.page}>
        <section className={classes.part} aria-labelledby="eyes">
          <h2 id="eyes">What needs eyes</h2>
          {broken !== undefined && <ErrorState error={broken.error} retry={broken.refetch} />}
          {pending && <RowSkeleton rows={4} />}
          {!pending && (broken === undefined || concerns.length > 0) && (
            <>
              {broken === undefined && <Protection concerns={concerns} />}
              <ConcernList concerns={concerns} looked={`the newest ${count(runs.length, 'run')}`} />
            </>
          )}
          {harnesses.isPending && <p className={classes.dim}>Still asking the harnesses whether they are ready …</p>}
        </section>
        {sums.isPending && <RowSkeleton rows={4} />}
        {sums.data !== undefined && recent.data !== undefined && (
          <SealedRuns sums={sums.data} anyRun={runs.length > 0} />
        )}
        <section className={classes.part} aria-labelledby="ledger">
          <h2 id="ledger">
            <Term name="ledger" />
          </h2>
          {ledger.isPending && <RowSkeleton rows={2} />}
          {ledger.data !== undefined && <LedgerHead ledger={ledger.data} />}
          <p>
            <Link href="/ledger">Entries, witnesses, and what this browser checked</Link>
          </p>
        </section>
      </div>
    </>
  );
}

function unique<Run extends { readonly run: string }>(runs: readonly Run[]): readonly Run[] {
  return [...new Map(runs.map((run) => [run.run, run])).values()];
}
