import type { Comparison } from '../../api/wire.ts';
import { Name } from '../said/name.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';
import { TierMark } from '../tier/tier-mark.tsx';
import classes from './compare.module.css';

type Row = Comparison['gaps'][number];

/** What either record could not see, surface by surface. */
export function GapsBySurface({ comparison }: { comparison: Comparison }) {
  const columns: readonly Column<Row>[] = [
    {
      key: 'surface',
      header: 'Surface',
      card: 'title',
      cell: (row) => (
        <span className={classes.gap}>
          <TierMark tier="unobserved" size={10} />
          <span>
            <Name text={row.surface.replaceAll('_', ' ')} />
            <span className={classes.dim}>
              {' '}
              <Name text={row.reasons.map((reason) => reason.replaceAll('_', ' ')).join(', ')} />
            </span>
          </span>
        </span>
      ),
    },
    { key: 'left', header: 'Left', align: 'end', width: '64px', cell: (row) => row.left },
    { key: 'right', header: 'Right', align: 'end', width: '64px', cell: (row) => row.right },
  ];
  return (
    <section>
      <h2>Gaps by surface</h2>
      {comparison.gaps.length === 0 ? (
        <p className={classes.dim}>Neither record declares a gap.</p>
      ) : (
        <DataTable caption="Gaps by surface" columns={columns} rows={comparison.gaps} rowKey={(row) => row.surface} />
      )}
    </section>
  );
}
