import Link from 'next/link';
import type { LedgerEntryView } from '../../api/wire.ts';
import { integerOf } from '../../words/payload.ts';
import { exactNs, momentOfNs } from '../../words/time.ts';
import { shortId } from '../../words/count.ts';
import { Identifier } from '../identifier/identifier.tsx';
import { PeekValue } from '../peek/peek-value.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';
import classes from './ledger.module.css';

/** Shown beside the entry already. */
const SHOWN = ['v', 'kind', 'time', 'run', 'workspace', 'subject'];

const COLUMNS: readonly Column<LedgerEntryView>[] = [
  { key: 'index', header: 'Index', width: '64px', cell: ({ index }) => index },
  { key: 'kind', header: 'Entry', width: '144px', card: 'title', cell: ({ kind }) => kind },
  { key: 'subject', header: 'About', width: '176px', cell: (entry) => <Subject entry={entry} /> },
  { key: 'fields', header: 'Says', card: 'bare', cell: (entry) => <Fields entry={entry} /> },
  {
    key: 'time',
    header: 'Time',
    width: '216px',
    cell: ({ fields }) => {
      const time = integerOf(fields, 'time')?.toString();
      return time === undefined ? 'unreadable' : <time title={exactNs(time)}>{momentOfNs(time)}</time>;
    },
  },
  { key: 'leaf', header: 'Leaf', width: '168px', cell: ({ leaf }) => <Identifier value={leaf} what="leaf hash" /> },
];

/** Entries, decoded. Whatever they say is text. */
export function EntriesTable({ entries }: { entries: readonly LedgerEntryView[] }) {
  return <DataTable caption="Entries" columns={COLUMNS} rows={entries} rowKey={({ index }) => String(index)} />;
}

function Subject({ entry }: { entry: LedgerEntryView }) {
  const { kind, subject } = entry;
  const short = <code title={subject}>{shortId(subject, 13, 4)}</code>;
  return kind.startsWith('run.') ? <Link href={`/runs/${encodeURIComponent(subject)}`}>{short}</Link> : short;
}

function Fields({ entry }: { entry: LedgerEntryView }) {
  return (
    <dl className={classes.fields}>
      {Object.entries(entry.fields)
        .filter(([name]) => !SHOWN.includes(name))
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <PeekValue run={entry.subject} name={name} value={value} />
            </dd>
          </div>
        ))}
    </dl>
  );
}
