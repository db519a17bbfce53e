import { Button } from '../control/button.tsx';
import { useCalls } from '../../api/use-calls.ts';
import type { CallView } from '../../api/wire.ts';
import { duration } from '../../words/time.ts';
import { Name } from '../said/name.tsx';
import { EmptyState } from '../state/empty-state.tsx';
import { ErrorState } from '../state/error-state.tsx';
import { RowSkeleton } from '../state/row-skeleton.tsx';
import { SeqCell } from '../table/cells/seq-cell.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';

interface Props {
  readonly run: string;
  readonly going: boolean;
  readonly onOpen: (seq: number) => void;
}

/** Every dispatch as one row: what was asked, who decided, how it ran, how it ended, what the harness says of it. */
export function CallsTable({ run, going, onOpen }: Props) {
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCalls(run, going);
  if (error !== null) return <ErrorState error={error} retry={refetch} />;
  if (isPending) return <RowSkeleton rows={6} />;
  const calls = data.pages.flatMap(({ items }) => items);
  if (calls.length === 0) {
    return (
      <EmptyState title="No dispatches">
        <p>
          The run asked for no tool through our waist. What the harness did on its own shows on the spine as attested
          events or gaps.
        </p>
      </EmptyState>
    );
  }
  const seqOf = (seq: number | null) => (seq === null ? '–' : <SeqCell seq={seq} onOpen={onOpen} />);
  const columns: readonly Column<CallView>[] = [
    { key: 'call', header: 'Call', width: '48px', cell: ({ call }) => call },
    { key: 'action', header: 'Action', card: 'title', cell: actionOf },
    { key: 'scope', header: 'Scope', cell: scopeOf },
    { key: 'via', header: 'Via', cell: ({ via }) => via },
    { key: 'decided', header: 'Decided', cell: (call) => <Name text={decidedOf(call)} /> },
    { key: 'containment', header: 'Contained', cell: ({ containment }) => containment || '–' },
    { key: 'start', header: 'Start', cell: ({ start }) => seqOf(start) },
    { key: 'end', header: 'End', cell: ({ end, rejected }) => seqOf(end ?? rejected) },
    { key: 'outcome', header: 'Outcome', cell: outcomeOf },
    {
      key: 'took',
      header: 'Took',
      align: 'end',
      cell: ({ durationUs }) => (durationUs === null ? '–' : <span className="unbroken">{duration(durationUs)}</span>),
    },
    {
      key: 'reconciled',
      header: 'Harness says',
      cell: ({ reconciled }) => reconciled?.state.replaceAll('_', ' ') ?? '–',
    },
  ];
  return (
    <>
      <DataTable caption="Dispatches" columns={columns} rows={calls} rowKey={({ call }) => String(call)} />
      {hasNextPage && (
        <Button
          size="xs"
          variant="default"
          className="below"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

const actionOf = ({ action }: CallView) => (
  <strong>
    <Name text={action} />
  </strong>
);

const scopeOf = ({ scope }: CallView) => (
  <code className="breaks">
    <Name text={scope} />
  </code>
);

const decidedOf = ({ decisions, requested }: CallView): string => {
  if (decisions.length === 0) return requested === null ? 'by the grant' : 'waits for people';
  return decisions
    .map(({ decision, principal }) => (principal === '' ? decision : `${decision} by ${principal}`))
    .join(', ');
};

/** The outcome on the record, with its reason; what is not on it is not known. */
export const outcomeOf = ({ outcome, reason }: CallView): string =>
  outcome === null
    ? 'not known'
    : reason === null || reason === ''
      ? outcome
      : `${outcome}: ${reason.replaceAll('_', ' ')}`;
