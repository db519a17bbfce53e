'use client';

import { Button } from '../../../../components/control/button.tsx';
import { useHarnesses } from '../../../../api/use-catalogue.ts';
import { HarnessCard } from '../../../../components/harness/harness-card.tsx';
import { RemoteHarnesses } from '../../../../components/harness/remote-harnesses.tsx';
import { PageHeader } from '../../../../components/shell/page-header.tsx';
import { ErrorState } from '../../../../components/state/error-state.tsx';
import { RowSkeleton } from '../../../../components/state/row-skeleton.tsx';
import classes from './harnesses-page.module.css';

/** What can drive a run here: ready or not and why, and what holds each of its surfaces. */
export function HarnessesClient() {
  const harnesses = useHarnesses();
  return (
    <>
      <PageHeader title="Harnesses">
        <Button size="xs" variant="default" loading={harnesses.isFetching} onClick={() => void harnesses.refetch()}>
          Check again
        </Button>
      </PageHeader>
      {harnesses.isPending && <RowSkeleton rows={6} />}
      {harnesses.isLoadingError && <ErrorState error={harnesses.error} retry={harnesses.refetch} />}
      <div className={classes.list}>
        {harnesses.data?.map((harness) => (
          <HarnessCard key={harness.name} harness={harness} />
        ))}
      </div>
      <RemoteHarnesses />
    </>
  );
}
