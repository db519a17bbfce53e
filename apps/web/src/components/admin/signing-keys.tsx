'use client';

import Link from 'next/link';
import { useServerKeys } from '../../api/use-catalogue.ts';
import type { KeyView } from '../../api/wire.ts';
import { clock } from '../../words/time.ts';
import { Term } from '../glossary/term.tsx';
import { Identifier } from '../identifier/identifier.tsx';
import { ErrorState } from '../state/error-state.tsx';
import { RowSkeleton } from '../state/row-skeleton.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';
import classes from './admin.module.css';

const COLUMNS: readonly Column<KeyView>[] = [
  {
    key: 'key',
    header: 'Key',
    card: 'title',
    width: '30%',
    cell: ({ keyId }) => <Identifier value={keyId} what="key id" />,
  },
  { key: 'origin', header: 'Seals for', cell: ({ origin }) => <span className={classes.said}>{origin}</span> },
  { key: 'from', header: 'Valid from', width: '18%', cell: ({ validFrom }) => clock(validFrom) },
  { key: 'state', header: 'State', width: '24%', cell: (key) => <State of={key} /> },
];

/** The keys this server says it seals with, and their history. Its word makes none of them trusted. */
export function SigningKeys() {
  const keys = useServerKeys();
  return (
    <section className={classes.part} aria-labelledby="keys">
      <h2 id="keys">
        <Term name="signing_key">Signing keys</Term>
      </h2>
      <p className={classes.dim}>
        That is what this server says. Whom you trust is in <Link href="/verify">your own keyring</Link>. Keys are
        changed on the server: <code>runseal keys --help</code>.
      </p>
      {keys.isPending && <RowSkeleton rows={2} />}
      {keys.isLoadingError && <ErrorState error={keys.error} retry={keys.refetch} />}
      {keys.data !== undefined && (
        <DataTable caption="Signing keys" columns={COLUMNS} rows={keys.data} rowKey={({ keyId }) => keyId} />
      )}
    </section>
  );
}

function State({ of: { retiredAt, compromisedAt } }: { of: KeyView }) {
  if (compromisedAt !== null)
    return <span className={classes.alarm}>▲ may be in other hands since {clock(compromisedAt)}</span>;
  return retiredAt === null ? <>seals now</> : <>retired {clock(retiredAt)}</>;
}
