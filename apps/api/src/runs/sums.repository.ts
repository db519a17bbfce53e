import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from 'postgres';
import type { Auth } from '../auth/auth.ts';
import { SQL } from '../config/tokens.ts';
import { FAILING, unverified, visible } from './runs-where.ts';

export interface DayRow {
  readonly day: string;
  readonly runs: number;
  readonly enforced: number;
  readonly attested: number;
  readonly unobserved: number;
}

export interface HarnessRow extends Omit<DayRow, 'day'> {
  readonly harness: string;
  readonly kind: 'native' | 'external';
  readonly versions: readonly string[] | null;
  readonly failed: number;
  readonly halted: number;
  readonly native_calls: number;
  readonly drifted: number;
}

export interface GapRow {
  readonly harness: string;
  readonly surface: string;
  readonly runs: number;
  readonly gaps: number;
}

export interface RemovedRow {
  readonly day: string;
  readonly harness: string;
  readonly runs: number;
}

export interface AttentionRow {
  readonly unsealed: number;
  readonly unverified: number;
  readonly failing: number;
}

/** Beyond this many there is no need to count on. */
export const MOST_COUNTED = 1000;

/** SQL of sums over sealed runs, from the tables the database keeps up, and of what needs eyes. */
@Injectable()
export class SumsRepository {
  private readonly sql: Sql;
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  /** @param since first UTC day, `YYYY-MM-DD` */
  days(auth: Auth, since: string): Promise<readonly DayRow[]> {
    return this.sql<DayRow[]>`
      select day::text, sum(runs)::float8 as runs, sum(enforced)::float8 as enforced, sum(attested)::float8 as attested,
        sum(unobserved)::float8 as unobserved
      from runseal.run_sum where day >= ${since}::date and ${visible(this.sql, auth)}
      group by day order by day`;
  }

  harnesses(auth: Auth, since: string): Promise<readonly HarnessRow[]> {
    return this.sql<HarnessRow[]>`
      select harness, max(harness_kind) as kind, to_jsonb(array_agg(distinct version order by version) filter (where version <> '')) as versions,
        sum(runs)::float8 as runs, sum(failed)::float8 as failed, sum(halted)::float8 as halted,
        sum(enforced)::float8 as enforced, sum(attested)::float8 as attested, sum(unobserved)::float8 as unobserved,
        sum(native_calls)::float8 as native_calls, sum(drifted)::float8 as drifted
      from runseal.run_sum where day >= ${since}::date and ${visible(this.sql, auth)}
      group by harness order by sum(runs) desc, harness`;
  }

  gaps(auth: Auth, since: string): Promise<readonly GapRow[]> {
    return this.sql<GapRow[]>`
      select harness, surface, sum(runs)::float8 as runs, sum(gaps)::float8 as gaps
      from runseal.gap_sum where day >= ${since}::date and ${visible(this.sql, auth)}
      group by harness, surface order by sum(runs) desc, surface`;
  }

  /** Summed runs whose events were removed since: what is summed of them rests on their seals alone. */
  removed(auth: Auth, since: string): Promise<readonly RemovedRow[]> {
    return this.sql<RemovedRow[]>`
      select (created_at at time zone 'UTC')::date::text as day, harness, count(*)::int as runs
      from spine.prune join runseal.goal using (run)
      where confirmed_at is not null and sealed_at is not null and tools is not null
        and created_at >= ${since}::date at time zone 'UTC' and ${visible(this.sql, auth)}
      group by day, harness`;
  }

  /** Counted up to MOST_COUNTED each, over all time. */
  async attention(auth: Auth): Promise<AttentionRow> {
    const { sql } = this;
    const mine = visible(sql, auth);
    const rows = await sql<AttentionRow[]>`
      select
        (select count(*)::int from (select from runseal.goal
          where sealed_at is null and state in ('completed', 'failed', 'halted') and ${mine} limit ${MOST_COUNTED}) a) as unsealed,
        (select count(*)::int from (select from runseal.goal
          where ${unverified(sql)} and ${mine} limit ${MOST_COUNTED}) b) as unverified,
        (select count(*)::int from (select from runseal.goal
          where verified_at is not null and verdicts && string_to_array(${FAILING}, ',') and ${mine} limit ${MOST_COUNTED}) c) as failing`;
    return rows[0]!;
  }
}
