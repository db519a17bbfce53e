import Link from 'next/link';
import type { Sums } from '../../api/wire.ts';
import { count } from '../../words/count.ts';
import { DataTable, type Column } from '../table/data-table.tsx';
import { MixBar } from '../tier/mix-bar.tsx';
import { enforcedShare } from './enforced-share.ts';
import { runsHref, startOf } from './run-links.ts';
import classes from './overview.module.css';

type Row = Sums['harnesses'][number];

/** Harnesses side by side, summed by the database over the sealed runs of the time looked at. Each number leads to its runs. */
export function HarnessSumsTable({ sums }: { sums: Sums }) {
  const since = startOf(sums.since);
  const columns: readonly Column<Row>[] = [
    {
      key: 'harness',
      header: 'Harness',
      term: 'harness',
      width: '168px',
      card: 'title',
      cell: ({ harness, kind, versions }) => (
        <>
          <Link href={runsHref({ harness, since })}>{harness}</Link> <span className={classes.dim}>{kind}</span>
          {versions.length > 0 && <div className={classes.dim}>{versionWords(versions)}</div>}
        </>
      ),
    },
    { key: 'runs', header: 'Sealed', width: '72px', align: 'end', cell: ({ runs }) => runs.toLocaleString('en') },
    {
      key: 'mix',
      header: 'Enforced · attested · gaps',
      term: 'tier',
      card: 'bare',
      cell: ({ tiers }) => <MixBar tiers={tiers} legend="below" />,
    },
    {
      key: 'share',
      header: 'Share',
      term: 'enforced_share',
      width: '120px',
      align: 'end',
      cell: ({ tiers }) => enforcedShare(tiers),
    },
    {
      key: 'native',
      header: 'Native calls',
      term: 'native_call',
      width: '104px',
      align: 'end',
      cell: ({ harness, kind, nativeCalls }) =>
        kind === 'native' ? (
          <None />
        ) : (
          <Odd value={nativeCalls} href={runsHref({ harness, odd: 'native', sealed: 'yes', since })} />
        ),
    },
    {
      key: 'drift',
      header: 'Drift',
      term: 'drift',
      width: '88px',
      align: 'end',
      cell: ({ harness, kind, drifted }) =>
        kind === 'native' ? (
          <None />
        ) : (
          <Odd value={drifted} what="run" href={runsHref({ harness, odd: 'drift', sealed: 'yes', since })} />
        ),
    },
    {
      key: 'badly',
      header: 'Failed, halted',
      width: '120px',
      align: 'end',
      cell: ({ harness, failed, halted }) => (
        <>
          {failed > 0 && (
            <Link href={runsHref({ harness, state: 'failed', sealed: 'yes', since })}>
              {count(failed, 'failed', 'failed')}
            </Link>
          )}
          {failed > 0 && halted > 0 && ', '}
          {halted > 0 && (
            <Link href={runsHref({ harness, state: 'halted', sealed: 'yes', since })}>
              {count(halted, 'halted', 'halted')}
            </Link>
          )}
          {failed + halted === 0 && <None />}
        </>
      ),
    },
  ];
  return (
    <DataTable
      caption="Harnesses side by side"
      columns={columns}
      rows={sums.harnesses}
      rowKey={({ harness }) => harness}
    />
  );
}

/** Nothing is quiet; anything at all is loud, and leads to the runs it was in. */
function Odd({ value, what, href }: { value: number; what?: string; href: string }) {
  if (value === 0) return <>none</>;
  return (
    <Link href={href} className={classes.alarm}>
      ▲ {what === undefined ? value.toLocaleString('en') : count(value, what)}
    </Link>
  );
}

const None = () => <span className={classes.dim}>–</span>;

const versionWords = (versions: readonly string[]): string =>
  versions.length > 3
    ? `${versions.slice(-3).join(', ')} and ${String(versions.length - 3)} more`
    : versions.join(', ');
