'use client';

import Link from 'next/link';
import { useState } from 'react';
import { Button } from '../control/button.tsx';
import { Checkbox } from '../control/tick.tsx';
import type { Comparison } from '../../api/wire.ts';
import { Name } from '../said/name.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';
import { ContentDifference } from './content-difference.tsx';
import { SamenessButton } from './sameness-button.tsx';
import classes from './compare.module.css';

type Row = Comparison['dispatches'][number] & { readonly key: string };
type Side = Row['left'];
type Part = 'arguments' | 'result';

/** Rows drawn at first; a long comparison is seldom read to its end. */
const AT_FIRST = 300;

/** Dispatches of both runs, call beside call; what differs in a pair opens beneath it. */
export function AlignedDispatches({ comparison }: { comparison: Comparison }) {
  const { left, right, dispatches } = comparison;
  const [opened, setOpened] = useState<string | null>(null);
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const [all, setAll] = useState(false);
  const rows: readonly Row[] = dispatches
    .map((dispatch, index) => ({ ...dispatch, key: String(index) }))
    .filter((row) => !onlyDifferent || differs(row));
  const shown = all ? rows : rows.slice(0, AT_FIRST);
  const toggle = (row: Row, part: Part): void => {
    const key = `${row.key} ${part}`;
    setOpened(opened === key ? null : key);
  };
  const part = (row: Row, name: Part, same: boolean | null) => (
    <SamenessButton
      what={name}
      same={same}
      open={opened === `${row.key} ${name}`}
      toggle={row.left?.[name] == null && row.right?.[name] == null ? null : () => toggle(row, name)}
    />
  );
  const columns: readonly Column<Row>[] = [
    {
      key: 'left',
      header: `Left: ${left.harness}`,
      width: '34%',
      cell: (row) => <Dispatch run={left.run} side={row.left} />,
    },
    {
      key: 'right',
      header: `Right: ${right.harness}`,
      width: '34%',
      cell: (row) => <Dispatch run={right.run} side={row.right} />,
    },
    { key: 'arguments', header: 'Arguments', cell: (row) => part(row, 'arguments', row.sameArguments) },
    { key: 'result', header: 'Result', cell: (row) => part(row, 'result', row.sameResult) },
  ];
  const beneath = (row: Row) => {
    const name = (['arguments', 'result'] as const).find((one) => opened === `${row.key} ${one}`);
    if (name === undefined) return null;
    return (
      <ContentDifference
        what={name}
        left={{ run: left.run, commitment: row.left?.[name] ?? null }}
        right={{ run: right.run, commitment: row.right?.[name] ?? null }}
      />
    );
  };
  return (
    <section>
      <div className={classes.heading}>
        <h2>Dispatches, call beside call</h2>
        <Checkbox
          className="no-print"
          label="Only what differs"
          checked={onlyDifferent}
          onChange={(event) => setOnlyDifferent(event.currentTarget.checked)}
        />
      </div>
      {rows.length === 0 ? (
        <p className={classes.dim}>
          {dispatches.length === 0
            ? 'Neither run dispatched anything.'
            : 'Every call is in both runs, with the same arguments and the same result.'}
        </p>
      ) : (
        <DataTable
          caption="Dispatches, call beside call"
          columns={columns}
          rows={shown}
          rowKey={(row) => row.key}
          beneath={beneath}
        />
      )}
      {shown.length < rows.length && (
        <Button size="xs" variant="default" className="below" onClick={() => setAll(true)}>
          Show all {rows.length.toLocaleString('en')}
        </Button>
      )}
    </section>
  );
}

function Dispatch({ run, side }: { run: string; side: Side }) {
  if (side === null) return <span className={classes.missing}>no such call</span>;
  return (
    <span className={classes.dispatch}>
      <Link href={`/runs/${run}?event=${String(side.seq)}`}>
        <Name text={side.action} />
      </Link>{' '}
      <code>
        <Name text={side.scope} />
      </code>{' '}
      <span className={classes.dim}>{side.outcome}</span>
    </span>
  );
}

const differs = ({ left, right, sameArguments, sameResult }: Row): boolean =>
  left === null ||
  right === null ||
  left.outcome !== right.outcome ||
  sameArguments !== true ||
  // A call without a result on either side has none to differ.
  (sameResult !== true && (left.result !== null || right.result !== null));
