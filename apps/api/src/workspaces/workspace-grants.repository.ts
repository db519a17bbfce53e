import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from 'postgres';
import { SQL } from '../config/tokens.ts';
import type { GrantEntry } from '../wire/grant.ts';

export interface WorkspaceGrant {
  readonly entries: readonly GrantEntry[];
  readonly setBy: string;
  readonly setAt: Date;
}

interface Row {
  readonly entries: string;
  readonly set_by: string;
  readonly set_at: Date;
}

/** SQL of the grants of workspaces. */
@Injectable()
export class WorkspaceGrantsRepository {
  private readonly sql: Sql;
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  /** Null when nobody has set one. */
  async find(workspace: string): Promise<WorkspaceGrant | null> {
    const rows = await this.sql<Row[]>`
      select entries, set_by, set_at from runseal.workspace_grant where workspace = ${workspace}`;
    return rows[0] === undefined ? null : grantOf(rows[0]);
  }

  async set(workspace: string, entries: readonly GrantEntry[], by: string): Promise<WorkspaceGrant> {
    const rows = await this.sql<Row[]>`
      insert into runseal.workspace_grant (workspace, entries, set_by) values (${workspace}, ${JSON.stringify(entries)}, ${by})
      on conflict (workspace) do update
      set entries = excluded.entries, set_by = excluded.set_by, set_at = date_trunc('milliseconds', clock_timestamp())
      returning entries, set_by, set_at`;
    return grantOf(rows[0]!);
  }

  async unset(workspace: string): Promise<void> {
    await this.sql`delete from runseal.workspace_grant where workspace = ${workspace}`;
  }
}

/** It passed the wire's schema at the door. */
const grantOf = (row: Row): WorkspaceGrant => ({
  entries: JSON.parse(row.entries) as GrantEntry[],
  setBy: row.set_by,
  setAt: row.set_at,
});
