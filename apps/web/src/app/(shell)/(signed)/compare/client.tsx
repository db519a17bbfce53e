'use client';

import { parseAsString, useQueryStates } from 'nuqs';
import { Button, ButtonAnchor } from '../../../../components/control/button.tsx';
import { useComparison } from '../../../../api/use-comparison.ts';
import { ComparisonView } from '../../../../components/compare/comparison-view.tsx';
import { RunPicker } from '../../../../components/compare/run-picker.tsx';
import { PageHeader } from '../../../../components/shell/page-header.tsx';
import { EmptyState } from '../../../../components/state/empty-state.tsx';
import { ErrorState } from '../../../../components/state/error-state.tsx';
import { RowSkeleton } from '../../../../components/state/row-skeleton.tsx';
import classes from './compare-page.module.css';

const sides = { left: parseAsString.withDefault(''), right: parseAsString.withDefault('') };

/** Two runs side by side, named by the URL. */
export function CompareClient() {
  const [{ left, right }, set] = useQueryStates(sides);
  const comparison = useComparison(left, right);
  const chosen = left !== '' && right !== '';
  return (
    <>
      <PageHeader title="Compare two runs">
        {comparison.data !== undefined && (
          <>
            <ButtonAnchor
              size="xs"
              variant="default"
              className="no-print"
              href={`/api/v1/compare?left=${encodeURIComponent(left)}&right=${encodeURIComponent(right)}`}
              download={`comparison-${left}-${right}.json`}
            >
              Export JSON
            </ButtonAnchor>
            <Button size="xs" variant="default" className="no-print" onClick={() => window.print()}>
              Print
            </Button>
          </>
        )}
      </PageHeader>
      <div className={`${classes.pickers ?? ''} no-print`}>
        <RunPicker label="Left" run={left} onChange={(run) => void set({ left: run })} />
        <RunPicker label="Right" run={right} onChange={(run) => void set({ right: run })} />
      </div>
      {!chosen && (
        <EmptyState title="Pick two runs">
          <p>The same goal run natively and through an external harness shows best what each record can vouch for.</p>
        </EmptyState>
      )}
      {chosen && comparison.isPending && <RowSkeleton rows={8} />}
      {comparison.isLoadingError && <ErrorState error={comparison.error} retry={comparison.refetch} />}
      {comparison.data !== undefined && <ComparisonView comparison={comparison.data} />}
    </>
  );
}
