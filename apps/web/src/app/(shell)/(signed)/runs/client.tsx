'use client';

import { Button, ButtonLink } from '../../../../components/control/button.tsx';
import { setOf, useRuns } from '../../../../api/use-runs.ts';
import { ActiveFilters } from '../../../../components/runs-list/active-filters.tsx';
import { FilterBar } from '../../../../components/runs-list/filter-bar.tsx';
import { ListFoot } from '../../../../components/runs-list/list-foot.tsx';
import { NoRuns } from '../../../../components/runs-list/no-runs.tsx';
import { RunsTable } from '../../../../components/runs-list/runs-table.tsx';
import { useCalmRows } from '../../../../components/runs-list/use-calm-rows.ts';
import { SavedViews } from '../../../../components/runs-list/saved-views.tsx';
import { PageHeader } from '../../../../components/shell/page-header.tsx';
import { ErrorState } from '../../../../components/state/error-state.tsx';
import { RowSkeleton } from '../../../../components/state/row-skeleton.tsx';
import { useFilter, usePicked } from './search.ts';

/** Every run the reader may see, newest first. Filters and picks live in the URL. */
export function RunsClient() {
  const [filter, setFilter] = useFilter();
  const [picked, toggle] = usePicked();
  const runs = useRuns(filter);
  const rows = runs.data?.pages.flatMap((page) => page.items) ?? [];
  const { shown, newer, showNewer } = useCalmRows(rows, JSON.stringify(filter));
  const [left, right] = picked;
  return (
    <>
      <PageHeader title="Runs">
        <span role="status">
          {newer > 0 && (
            <Button size="xs" variant="default" onClick={showNewer}>
              {newer.toLocaleString('en')} newer
            </Button>
          )}
        </span>
        {left !== undefined && right !== undefined ? (
          <ButtonLink href={`/compare?left=${left}&right=${right}`} variant="default">
            Compare the two picked
          </ButtonLink>
        ) : null}
        <SavedViews filter={filter} />
        <ButtonLink href="/goals/new">New goal</ButtonLink>
      </PageHeader>
      <FilterBar filter={filter} onChange={setFilter} />
      <ActiveFilters filter={filter} onChange={setFilter} />
      {runs.isPending && <RowSkeleton rows={8} />}
      {runs.isLoadingError && <ErrorState error={runs.error} retry={runs.refetch} />}
      {runs.data !== undefined && rows.length === 0 && <NoRuns filtered={Object.keys(setOf(filter)).length > 0} />}
      {rows.length > 0 && <RunsTable runs={shown} picked={picked} toggle={toggle} />}
      {rows.length > 0 && (
        <ListFoot filter={filter} shown={shown.length} newer={newer} more={runs.hasNextPage}>
          {runs.hasNextPage && (
            <Button variant="default" loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
              Load more
            </Button>
          )}
        </ListFoot>
      )}
    </>
  );
}
