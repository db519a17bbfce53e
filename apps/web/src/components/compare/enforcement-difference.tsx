import type { Comparison } from '../../api/wire.ts';
import { Name } from '../said/name.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';
import { SURFACE_STATES, SurfaceStateCell } from '../table/cells/surface-state-cell.tsx';
import classes from './compare.module.css';

type Row = Comparison['enforcement'][number];

/** What held each surface of either harness. */
export function EnforcementDifference({ comparison }: { comparison: Comparison }) {
  const columns: readonly Column<Row>[] = [
    {
      key: 'surface',
      header: 'Surface',
      card: 'title',
      cell: (row) => <Name text={row.surface.replaceAll('_', ' ')} />,
    },
    { key: 'left', header: 'Left', cell: (row) => <SurfaceStateCell state={row.left ?? ''} /> },
    { key: 'right', header: 'Right', cell: (row) => <SurfaceStateCell state={row.right ?? ''} /> },
  ];
  return (
    <section>
      <h2>What held each surface</h2>
      {comparison.enforcement.length === 0 ? (
        <p className={classes.dim}>Native loops have no surface of their own.</p>
      ) : (
        <>
          <DataTable
            caption="What held each surface"
            columns={columns}
            rows={comparison.enforcement}
            rowKey={(row) => row.surface}
          />
          <p className={classes.note}>{legendOf(comparison.enforcement)}</p>
        </>
      )}
    </section>
  );
}

/** What the words and the dash of these rows mean, for whoever has no pointer to hover with. */
function legendOf(rows: readonly Row[]): string {
  const states = new Set(rows.flatMap(({ left, right }) => [left, right]));
  const known = Object.entries(SURFACE_STATES).filter(([state]) => states.has(state));
  const dash = states.has(null) ? ['–: that record names no such surface, as a native loop has none of its own'] : [];
  return [...known.map(([state, { words }]) => `${state}: ${words}`), ...dash].map((part) => `${part}.`).join(' ');
}
