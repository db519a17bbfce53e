import Link from 'next/link';
import type { Sums } from '../../api/wire.ts';
import { DataTable, type Column } from '../table/data-table.tsx';
import { TierMark } from '../tier/tier-mark.tsx';
import { runsHref, startOf } from './run-links.ts';
import classes from './overview.module.css';

type Harness = Sums['harnesses'][number];

/** What could not be seen, surface by surface and harness by harness: in how many of its sealed runs. */
export function GapsTable({ sums }: { sums: Sums }) {
  const since = startOf(sums.since);
  const blind = sums.harnesses.filter(({ gaps }) => gaps.length > 0);
  if (blind.length === 0) return <p className={classes.dim}>No sealed run of this time declares a gap.</p>;
  const surfaces = [...new Set(blind.flatMap(({ gaps }) => gaps.map(({ surface }) => surface)))].sort();
  const columns: readonly Column<string>[] = [
    {
      key: 'surface',
      header: 'Surface',
      term: 'surface',
      width: '30%',
      card: 'title',
      cell: (surface) => (
        <Link href={runsHref({ gap: surface, since })} className={classes.surface}>
          <TierMark tier="unobserved" size={10} /> {surface.replaceAll('_', ' ')}
        </Link>
      ),
    },
    ...blind.map((harness) => ({
      key: harness.harness,
      header: harness.harness,
      align: 'end' as const,
      cell: (surface: string) => <Cell harness={harness} surface={surface} since={since} />,
    })),
  ];
  return (
    <div className={classes.narrow}>
      <DataTable caption="Gaps by surface" columns={columns} rows={surfaces} rowKey={(surface) => surface} />
    </div>
  );
}

function Cell({ harness, surface, since }: { harness: Harness; surface: string; since: string }) {
  const found = harness.gaps.find((gap) => gap.surface === surface);
  if (found === undefined) return <span className={classes.dim}>–</span>;
  return (
    <Link
      href={runsHref({ harness: harness.harness, gap: surface, since })}
      title={`${found.gaps.toLocaleString('en')} gap events`}
    >
      {found.runs === harness.runs
        ? 'every run'
        : `${found.runs.toLocaleString('en')} of ${harness.runs.toLocaleString('en')}`}
    </Link>
  );
}
