import { Button } from '../control/button.tsx';
import { useReconciliations } from '../../api/use-calls.ts';
import type { CallView, EventView } from '../../api/wire.ts';
import { integerOf, listOf, textOf } from '../../words/payload.ts';
import { Name } from '../said/name.tsx';
import { EmptyState } from '../state/empty-state.tsx';
import { ErrorState } from '../state/error-state.tsx';
import { RowSkeleton } from '../state/row-skeleton.tsx';
import { SeqCell } from '../table/cells/seq-cell.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';
import { TierMark } from '../tier/tier-mark.tsx';
import { outcomeOf } from './calls-table.tsx';
import classes from './account-table.module.css';

interface Props {
  readonly run: string;
  readonly going: boolean;
  readonly onOpen: (seq: number) => void;
}

interface Row {
  readonly event: EventView;
  readonly call: CallView | null;
}

const AGREES = new Set(['matched', 'cancelled']);

/** What the harness says it called, beside what went through the waist; where they differ, that is loud. */
export function AccountTable({ run, going, onOpen }: Props) {
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useReconciliations(
    run,
    going,
  );
  if (error !== null) return <ErrorState error={error} retry={refetch} />;
  if (isPending) return <RowSkeleton rows={6} />;
  const rows = data.pages.flatMap(({ items, calls }) =>
    items.map((event): Row => ({ event, call: callOf(event, calls) })),
  );
  if (rows.length === 0) {
    return (
      <EmptyState title="Nothing to reconcile">
        <p>A native loop has no account of its own, and an external harness reported no call.</p>
      </EmptyState>
    );
  }
  const columns: readonly Column<Row>[] = [
    { key: 'ours', header: 'Ours', card: 'title', cell: (row) => <Ours row={row} onOpen={onOpen} /> },
    { key: 'theirs', header: "The harness's", cell: (row) => <Theirs row={row} /> },
    { key: 'state', header: 'Together', cell: ({ event }) => <Together event={event} /> },
    { key: 'by', header: 'Paired by', cell: ({ event }) => textOf(event.payload, 'by')?.replaceAll('_', ' ') ?? '' },
    { key: 'seq', header: 'Event', cell: ({ event }) => <SeqCell seq={event.seq} onOpen={onOpen} /> },
  ];
  return (
    <>
      <DataTable
        caption="The harness's account beside ours"
        columns={columns}
        rows={rows}
        rowKey={({ event }) => String(event.seq)}
      />
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

function Ours({ row: { call }, onOpen }: { row: Row; onOpen: (seq: number) => void }) {
  if (call?.start == null) return <span className={classes.none}>nothing came through us</span>;
  return (
    <span className={classes.side}>
      <TierMark tier="enforced" size={10} />
      <span>
        <strong>
          <Name text={call.action} />
        </strong>{' '}
        <code className="breaks">
          <Name text={call.scope} />
        </code>{' '}
        {outcomeOf(call)} <SeqCell seq={call.start} onOpen={onOpen} />
      </span>
    </span>
  );
}

function Theirs({ row: { event } }: { row: Row }) {
  const frames = listOf(event.payload, 'frames').filter((frame) => typeof frame === 'number');
  if (frames.length === 0) return <span className={classes.none}>it says nothing of it</span>;
  return (
    <span className={classes.side}>
      <TierMark tier="attested" size={10} />
      <span>
        <strong>
          <Name text={textOf(event.payload, 'tool') ?? ''} />
        </strong>{' '}
        in {frames.length === 1 ? 'frame' : 'frames'} {frames.join(', ')}
      </span>
    </span>
  );
}

function Together({ event }: { event: EventView }) {
  const state = textOf(event.payload, 'state') ?? '';
  const detail = textOf(event.payload, 'detail') ?? '';
  return (
    <span data-agrees={AGREES.has(state)} className={classes.together}>
      {AGREES.has(state) ? '' : '▲ '}
      {state.replaceAll('_', ' ')}
      {detail !== '' && <span className={classes.detail}> {detail}</span>}
    </span>
  );
}

const callOf = (event: EventView, calls: readonly CallView[]): CallView | null => {
  const number = integerOf(event.payload, 'call');
  return number === null ? null : (calls.find(({ call }) => call === Number(number)) ?? null);
};
