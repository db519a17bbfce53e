import Link from 'next/link';
import type { Sums } from '../../api/wire.ts';
import { count } from '../../words/count.ts';
import { DataTable, type Column } from '../table/data-table.tsx';
import { MixBar } from '../tier/mix-bar.tsx';
import { TierLabel } from '../tier/tier-label.tsx';
import { TIERS, tierCount } from '../tier/tiers.ts';
import { enforcedShare } from './enforced-share.ts';
import { daysFrom, endOf, runsHref, startOf } from './run-links.ts';
import classes from './mix-over-time.module.css';

type Day = Sums['days'][number];

/** The tier mix of each day as a column in the patterns of the mix bar; the same as a table, for those who read numbers. */
export function MixOverTime({ sums, today }: { sums: Sums; today: string }) {
  const days = daysFrom(sums.since, today);
  const by = new Map(sums.days.map((day) => [day.day, day]));
  const most = Math.max(1, ...sums.days.map(({ runs }) => runs));
  return (
    <div className={classes.chart}>
      <ol className={classes.days} aria-label="Tier mix by day">
        {days.map((day) => (
          <li key={day}>
            <DayColumn day={day} sum={by.get(day)} most={most} />
          </li>
        ))}
      </ol>
      <div className={classes.axis} aria-hidden>
        <span>{dayWords(sums.since)}</span>
        <span>{dayWords(today)}</span>
      </div>
      <p className={classes.legend}>
        {TIERS.map((tier) => (
          <TierLabel key={tier} tier={tier} />
        ))}
        <span className={classes.dim}>
          Columns are shares of a day’s events; the line beneath is how many runs they are of.
        </span>
      </p>
      <details>
        <summary>The same as a table</summary>
        <DataTable
          caption="Tier mix by day"
          columns={COLUMNS}
          rows={[...sums.days].reverse()}
          rowKey={({ day }) => day}
        />
      </details>
    </div>
  );
}

function DayColumn({ day, sum, most }: { day: string; sum: Day | undefined; most: number }) {
  if (sum === undefined) return <span className={classes.none} title={`${dayWords(day)}: no sealed run`} />;
  const present = TIERS.filter((tier) => sum.tiers[tier] > 0);
  const words = `${dayWords(day)}: ${count(sum.runs, 'run')}, ${present.map((tier) => tierCount(tier, sum.tiers[tier])).join(', ')}`;
  return (
    <Link href={hrefOf(day)} className={classes.day} aria-label={words} title={words}>
      {present.map((tier) => (
        <span key={tier} className={classes.part} data-tier={tier} style={{ flexGrow: sum.tiers[tier] }} />
      ))}
      <span className={classes.runs} style={{ width: `${String(Math.max(8, (100 * sum.runs) / most))}%` }} />
    </Link>
  );
}

const hrefOf = (day: string): string => runsHref({ sealed: 'yes', since: startOf(day), until: endOf(day) });

const dayWords = (day: string): string =>
  new Date(startOf(day)).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

const COLUMNS: readonly Column<Day>[] = [
  {
    key: 'day',
    header: 'Day (UTC)',
    card: 'title',
    width: '120px',
    cell: ({ day }) => <Link href={hrefOf(day)}>{day}</Link>,
  },
  { key: 'runs', header: 'Sealed runs', align: 'end', width: '104px', cell: ({ runs }) => runs.toLocaleString('en') },
  {
    key: 'mix',
    header: 'Enforced · attested · gaps',
    card: 'bare',
    cell: ({ tiers }) => <MixBar tiers={tiers} legend="below" />,
  },
  { key: 'share', header: 'Share', align: 'end', width: '120px', cell: ({ tiers }) => enforcedShare(tiers) },
];
