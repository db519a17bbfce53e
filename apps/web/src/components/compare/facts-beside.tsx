import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Comparison } from '../../api/wire.ts';
import { duration } from '../../words/time.ts';
import { Name } from '../said/name.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';
import classes from './compare.module.css';

type Side = 'left' | 'right';
interface Row {
  readonly what: string;
  readonly cell: (side: Side) => ReactNode;
}

/** How both came out: outcome, checks, time, tokens, cost, containment. */
export function FactsBeside({ comparison }: { comparison: Comparison }) {
  const { facts } = comparison;
  const rows: readonly Row[] = [
    { what: 'Outcome', cell: (side) => <Outcome run={comparison[side].run} facts={facts[side]} /> },
    { what: 'Checks', cell: (side) => <Checks run={comparison[side].run} checks={facts[side].checks} /> },
    { what: 'Time', cell: (side) => timeOf(comparison[side]) },
    { what: 'Model', cell: (side) => <Name text={comparison[side].model ?? 'none named'} /> },
    { what: 'Contained by', cell: (side) => facts[side].containment.join(', ') || 'no episode ran' },
    { what: 'Tokens on the record', cell: (side) => tokensOf(facts[side].usage.model) },
    { what: "Tokens by the harness's account", cell: (side) => tokensOf(facts[side].usage.harness) },
    { what: 'Cost', cell: (side) => costOf(facts[side].usage) },
  ];
  const columns: readonly Column<Row>[] = [
    { key: 'what', header: 'What', card: 'title', width: '24%', cell: ({ what }) => what },
    { key: 'left', header: `Left: ${comparison.left.harness}`, cell: ({ cell }) => cell('left') },
    { key: 'right', header: `Right: ${comparison.right.harness}`, cell: ({ cell }) => cell('right') },
  ];
  return (
    <section>
      <h2>How both came out</h2>
      <DataTable caption="How both came out" columns={columns} rows={rows} rowKey={({ what }) => what} />
    </section>
  );
}

type Facts = Comparison['facts']['left'];

function Outcome({ run, facts: { outcome } }: { run: string; facts: Facts }) {
  if (outcome === null) return <span className={classes.dim}>none recorded</span>;
  return (
    <>
      <Link href={`/runs/${run}?event=${String(outcome.seq)}`}>{outcome.result}</Link>{' '}
      <span className={classes.dim}>{outcome.reason}</span>
    </>
  );
}

function Checks({ run, checks }: { run: string; checks: Facts['checks'] }) {
  if (checks.length === 0) return <span className={classes.dim}>none asked for</span>;
  return (
    <span className={classes.checks}>
      {checks.map(({ seq, passed, exitCode }) => (
        <Link key={seq} href={`/runs/${run}?event=${String(seq)}`}>
          {passed ? '✓ passed' : '✕ did not pass'}
          {exitCode === null ? '' : `, exit ${String(exitCode)}`}
        </Link>
      ))}
    </span>
  );
}

function timeOf({ startedAt, endedAt }: Comparison['left']): string {
  if (startedAt === null || endedAt === null) return 'has not ended';
  return duration((Date.parse(endedAt) - Date.parse(startedAt)) * 1_000);
}

const tokensOf = (tokens: Facts['usage']['model']): string =>
  tokens === null
    ? 'not said'
    : `${tokens.inputTokens.toLocaleString('en')} in, ${tokens.outputTokens.toLocaleString('en')} out`;

/** The recorded tokens decide; the harness's account only where there are none. */
function costOf({ model, harness, prices }: Facts['usage']): string {
  if (prices === null) return 'no prices named';
  const micros = model?.costMicros ?? harness?.costMicros;
  if (micros == null) return 'not known';
  const amount = (micros / 1e6).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 });
  return model?.costMicros == null ? `${amount} by the harness's account` : amount;
}
