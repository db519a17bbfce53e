import type { Sql } from '@runseal/spine/postgres';
import { setTimeout as pause } from 'node:timers/promises';
import { appendTimes } from './append-times.ts';
import type { MetricName, Sample } from './metric.ts';

/** How long the database may take before it counts as away. Milliseconds; Prometheus waits 10 s by default. */
const PATIENCE_MS = 2_000;

type FromStore = Exclude<
  Extract<MetricName, `runseal_${string}`>,
  'runseal_info' | 'runseal_http_responses_total' | 'runseal_http_answer_seconds' | 'runseal_append_seconds'
>;

/** What the database says of the whole installation; `runseal_store_up 0` and nothing else while it does not answer. */
export async function storeSamples(sql: Sql): Promise<readonly Sample[]> {
  const asked = Promise.all([read(sql), appendTimes(sql)]).catch(() => null);
  const told = await Promise.race([asked, pause(PATIENCE_MS, null, { ref: false })]);
  if (told === null) return [{ name: 'runseal_store_up', value: 0 }];
  const [row, appends] = told;
  // Numbers arrive as text.
  const figures = Object.entries(row).map(([name, value]) => ({ name: name as FromStore, value: Number(value) }));
  return [...figures, { name: 'runseal_append_seconds', value: appends }];
}

async function read(sql: Sql): Promise<Readonly<Record<FromStore, string>>> {
  const [row] = await sql<Record<FromStore, string>[]>`
    select 1 as runseal_store_up, queued.*, held.*, ledger.*,
      (select count(*) from runseal.approval where state = 'pending') as runseal_approvals_pending,
      coalesce((select size from spine.ledger_head order by size desc limit 1), 0) as runseal_ledger_size,
      coalesce(cosigned.size, 0) as runseal_ledger_cosigned_size,
      (select count(distinct name) from spine.ledger_cosignature c where c.size = cosigned.size) as runseal_ledger_cosigners
    from (
      select count(*) as runseal_runs_queued,
        coalesce(greatest(0, extract(epoch from now() - min(created_at))), 0) as runseal_runs_queued_oldest_seconds
      from runseal.goal where state = 'queued') queued, (
      select count(*) filter (where lease_until >= now()) as runseal_runs_driven,
        count(*) filter (where lease_until < now()) as runseal_runs_abandoned
      from runseal.goal where state = 'running' and lease_until is not null) held, (
      select count(*) as runseal_ledger_pending,
        coalesce(greatest(0, extract(epoch from now()) - min(time_ns) / 1e9), 0) as runseal_ledger_pending_oldest_seconds
      from spine.ledger_pending) ledger
    left join (select size from spine.ledger_cosignature order by size desc limit 1) cosigned on true`;
  return row!;
}
