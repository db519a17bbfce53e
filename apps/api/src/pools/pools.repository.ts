import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from 'postgres';
import type { Auth } from '../auth/auth.ts';
import { SQL } from '../config/tokens.ts';
import type { PoolRequest } from '../wire/pool.ts';

/** int8 arrives as text. */
export interface PoolRow {
  readonly workspace: string;
  readonly pool: string;
  readonly calls_limit: string | null;
  readonly calls_used: string;
  readonly calls_held: string;
  readonly tokens_limit: string | null;
  readonly tokens_used: string;
  readonly tokens_held: string;
  readonly cost_limit: string | null;
  readonly cost_used: string;
  readonly cost_held: string;
}

/** SQL of budgets that runs share. */
@Injectable()
export class PoolsRepository {
  private readonly sql: Sql;
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  /** Makes the pool, or gives it new limits; what was used stays used. */
  async put({ workspace, pool, calls, tokens, costMicros }: PoolRequest): Promise<PoolRow> {
    const rows = await this.sql<PoolRow[]>`
      insert into runseal.budget_pool (workspace, pool, calls_limit, tokens_limit, cost_limit)
      values (${workspace}, ${pool}, ${calls}, ${tokens}, ${costMicros})
      on conflict (workspace, pool) do update
      set calls_limit = excluded.calls_limit, tokens_limit = excluded.tokens_limit, cost_limit = excluded.cost_limit
      returning *`;
    return rows[0]!;
  }

  async exists(workspace: string, pool: string): Promise<boolean> {
    return (
      (await this.sql`select 1 from runseal.budget_pool where workspace = ${workspace} and pool = ${pool}`).length > 0
    );
  }

  async list({ workspaces }: Auth): Promise<readonly PoolRow[]> {
    const { sql } = this;
    return sql<PoolRow[]>`
      select * from runseal.budget_pool
      where ${workspaces === null ? sql`true` : sql`workspace = any(string_to_array(${workspaces.join(',')}, ','))`}
      order by workspace, pool limit 1000`;
  }
}
