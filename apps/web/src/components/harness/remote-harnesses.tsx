'use client';

import { useRemoteHarnesses } from '../../api/use-catalogue.ts';
import { ProblemError } from '../../api/problem.ts';
import type { RemoteHarnessView } from '../../api/wire.ts';
import { clock } from '../../words/time.ts';
import { Identifier } from '../identifier/identifier.tsx';
import { ErrorState } from '../state/error-state.tsx';
import { RowSkeleton } from '../state/row-skeleton.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';
import classes from './harness.module.css';

const COLUMNS: readonly Column<RemoteHarnessView>[] = [
  { key: 'name', header: 'A session calls it', card: 'title', cell: ({ harness }) => <code>{harness}</code> },
  { key: 'address', header: 'Address', cell: ({ address }) => <code>{address}</code> },
  { key: 'tools', header: 'Tools of its own', cell: (harness) => <Tools of={harness} /> },
  { key: 'digest', header: 'Held to', cell: (harness) => <HeldTo of={harness} /> },
  { key: 'state', header: 'State', cell: (harness) => <State of={harness} /> },
];

/** Harnesses that run elsewhere and drive sessions: the registry, to be read. */
export function RemoteHarnesses() {
  const remotes = useRemoteHarnesses();
  const forOthers = remotes.error instanceof ProblemError && remotes.error.code === 'admin_required';
  return (
    <section className={classes.remotes} aria-labelledby="remote">
      <h2 id="remote">Remote harnesses</h2>
      <p className={classes.dim}>
        Programs elsewhere that drive sessions: what they do beyond our tools is only their word. They are registered
        and retired at the operator’s own listener: <code>runseal harness --help</code>.
      </p>
      {remotes.isPending && <RowSkeleton rows={2} />}
      {remotes.isLoadingError &&
        (forOthers ? (
          <p>Shown to those who may see every workspace.</p>
        ) : (
          <ErrorState error={remotes.error} retry={remotes.refetch} />
        ))}
      {remotes.data?.length === 0 && <p>None yet. Sessions are driven by the harnesses above.</p>}
      {remotes.data !== undefined && remotes.data.length > 0 && (
        <DataTable caption="Remote harnesses" columns={COLUMNS} rows={remotes.data} rowKey={({ name }) => name} />
      )}
    </section>
  );
}

function Tools({ of: { tools } }: { of: RemoteHarnessView }) {
  if (tools === null) return <span className={classes.dim}>not asked yet</span>;
  if (tools.length === 0) return <>none</>;
  return (
    <ul className={classes.tools}>
      {tools.map(({ name, mediation }) => (
        <li key={name}>
          <code>{name}</code> {MEDIATIONS[mediation]}
        </li>
      ))}
    </ul>
  );
}

const MEDIATIONS: Readonly<Record<NonNullable<RemoteHarnessView['tools']>[number]['mediation'], string>> = {
  in_harness_reported: 'only reported',
  controller_mediated: 'through our waist',
  requires_approval: 'through our waist, after an approval',
};

function HeldTo({ of: { digest } }: { of: RemoteHarnessView }) {
  return digest === null ? (
    <span className={classes.dim}>what it says when a session begins</span>
  ) : (
    <Identifier value={digest} what="digest of its specification" />
  );
}

function State({
  of: { state, source, registeredBy, registeredAt, retiredBy, retiredAt, retireReason },
}: {
  of: RemoteHarnessView;
}) {
  if (state === 'retired')
    return (
      <>
        retired {clock(retiredAt)} by {retiredBy}: {retireReason}
      </>
    );
  return source === 'static' ? (
    <>given at start-up</>
  ) : (
    <>
      registered {clock(registeredAt)} by {registeredBy}
    </>
  );
}
