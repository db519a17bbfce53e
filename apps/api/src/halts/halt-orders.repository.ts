import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Auth } from '../auth/auth.ts';
import { SQL } from '../config/tokens.ts';
import { HALT_CHANNEL } from '../runs/halts.repository.ts';

export interface HaltOrderRow {
  readonly halt_order: string;
  /** Null is everything. */
  readonly workspace: string | null;
  readonly reason: string;
  readonly placed_by: string;
  readonly placed_at: Date;
  readonly lifted_by: string | null;
  readonly lifted_at: Date | null;
}

export interface Placed {
  readonly order: HaltOrderRow;
  readonly halted: number;
  readonly replayed: boolean;
}

/** SQL of the kill switches of workspaces and of everything. */
@Injectable()
export class HaltOrdersRepository {
  private readonly sql: Sql;
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  /** Places the order, unless one stands, and tells every run in its scope, in one transaction. */
  async place(workspace: string | null, reason: string, by: string): Promise<Placed> {
    return this.sql.begin(async (tx) => {
      const fresh = await tx<HaltOrderRow[]>`
        insert into runseal.halt_order (halt_order, workspace, reason, placed_by)
        values (${randomUUID()}, ${workspace}, ${reason}, ${by})
        on conflict (coalesce(workspace, '')) where lifted_at is null do nothing
        returning *`;
      const order =
        fresh[0] ??
        (
          await tx<HaltOrderRow[]>`
          select * from runseal.halt_order where coalesce(workspace, '') = ${workspace ?? ''} and lifted_at is null`
        )[0]!;
      const told = await tx<{ run: string }[]>`
        with asked as (
          update runseal.goal set halt_reason = ${order.reason}, halt_by = ${order.placed_by},
            halt_scope = ${workspace === null ? 'global' : 'workspace'}
          where state in ('queued', 'running') and halt_reason is null
            ${workspace === null ? tx`` : tx`and workspace = ${workspace}`}
          returning run)
        select run, pg_notify(${HALT_CHANNEL}, run) from asked`;
      return { order, halted: told.length, replayed: fresh.length === 0 };
    });
  }

  /** The order that was lifted; null when none stood. */
  async lift(workspace: string | null, by: string): Promise<HaltOrderRow | null> {
    const rows = await this.sql<HaltOrderRow[]>`
      update runseal.halt_order set lifted_by = ${by}, lifted_at = date_trunc('milliseconds', clock_timestamp())
      where coalesce(workspace, '') = ${workspace ?? ''} and lifted_at is null returning *`;
    return rows[0] ?? null;
  }

  /** The order that keeps goals of this workspace from being taken; null when none stands. */
  async standing(workspace: string): Promise<HaltOrderRow | null> {
    const rows = await this.sql<HaltOrderRow[]>`
      select * from runseal.halt_order where lifted_at is null and (workspace is null or workspace = ${workspace})
      order by workspace nulls first limit 1`;
    return rows[0] ?? null;
  }

  /** Standing ones first, then the newest; at most 200. */
  async list({ workspaces }: Auth): Promise<readonly HaltOrderRow[]> {
    const { sql } = this;
    return sql<HaltOrderRow[]>`
      select * from runseal.halt_order
      where ${workspaces === null ? sql`true` : sql`workspace is null or workspace = any(string_to_array(${workspaces.join(',')}, ','))`}
      order by (lifted_at is null) desc, placed_at desc limit 200`;
  }
}
