import { Fragment, type ReactNode } from 'react';
import type { TermName } from '../../words/glossary.ts';
import { Term } from '../glossary/term.tsx';
import classes from './data-table.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  /** The header's word in the glossary. */
  readonly term?: TermName;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  /**
   * On a phone: `title` heads the card, `corner` sits at its top right, `bare` shows without its header; two `half` share the
   * line beneath the title, and `beside` shares the last line of the one before it.
   */
  readonly card?: 'title' | 'corner' | 'bare' | 'half' | 'beside';
  readonly width?: string;
}

interface Props<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly selectedKey?: string | null;
  /** What lies open beneath a row; null where nothing does. */
  readonly beneath?: (row: Row) => ReactNode;
}

/** The one table: rows ruled by hairlines, numbers to the right, cards on a phone. */
export function DataTable<Row>({ caption, columns, rows, rowKey, selectedKey = null, beneath }: Props<Row>) {
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" data-align={column.align} style={{ width: column.width }}>
              {column.term === undefined ? column.header : <Term name={column.term}>{column.header}</Term>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={rowKey(row)}>
            <tr data-selected={rowKey(row) === selectedKey || undefined}>
              {columns.map((column) => (
                <td key={column.key} data-align={column.align} data-card={column.card} data-header={column.header}>
                  {column.card === undefined ? <div>{column.cell(row)}</div> : column.cell(row)}
                </td>
              ))}
            </tr>
            <Beneath columns={columns.length}>{beneath?.(row) ?? null}</Beneath>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Beneath({ columns, children }: { columns: number; children: ReactNode }) {
  if (children === null) return null;
  return (
    <tr data-beneath>
      <td colSpan={columns} data-card="bare">
        {children}
      </td>
    </tr>
  );
}
