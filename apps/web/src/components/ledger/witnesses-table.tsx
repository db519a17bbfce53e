import type { LedgerView, WitnessView } from '../../api/wire.ts';
import { count } from '../../words/count.ts';
import { Name } from '../said/name.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';
import classes from './ledger.module.css';

/** Each witness that the server's policy names, and how far behind the head it is. */
export function WitnessesTable({ ledger }: { ledger: LedgerView }) {
  if (ledger.witnesses.length === 0)
    return (
      <p className={classes.dim}>
        None. A witness is somebody else who signs each head and refuses one that does not follow from the last. Until
        the operator names one, a second version of this ledger would go unnoticed by those who never saw the first.
      </p>
    );
  const head = ledger.head?.size ?? 0;
  const columns: readonly Column<WitnessView>[] = [
    { key: 'name', header: 'Witness', card: 'title', cell: ({ name }) => <Name text={name} /> },
    {
      key: 'url',
      header: 'Address',
      cell: ({ url }) =>
        url === null ? (
          'none given'
        ) : (
          <code>
            <Name text={url} />
          </code>
        ),
    },
    {
      key: 'lag',
      header: 'Cosigned, says the server',
      cell: ({ size, current }) =>
        current ? (
          'the newest head'
        ) : (
          <span className={classes.alarm}>
            ▲ {size === 0 ? 'nothing yet' : `${count(head - size, 'entry', 'entries')} behind`}
          </span>
        ),
    },
  ];
  return <DataTable caption="Witnesses" columns={columns} rows={ledger.witnesses} rowKey={({ vkey }) => vkey} />;
}
