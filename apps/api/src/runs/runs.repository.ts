import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from 'postgres';
import type { Auth } from '../auth/auth.ts';
import { SQL } from '../config/tokens.ts';
import type { RunsFilter } from '../wire/query.ts';
import type { Cursor } from './cursor.ts';
import type { RunRow } from './run-row.ts';
import { isNarrowed, runsWhere, visible, type Asking } from './runs-where.ts';
import { withinBudget } from './within-budget.ts';

/** SQL of reading runs. Everything is narrowed to the workspaces the caller may see. */
@Injectable()
export class RunsRepository {
  private readonly sql: Sql;
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  /** Null when there is no such run, or it is not the caller's to see: the two look alike. */
  async find(auth: Auth, run: string): Promise<RunRow | null> {
    if (!/^[0-9a-f-]{36}$/.test(run)) return null;
    const rows = await this.sql<RunRow[]>`
      select ${this.columns()} from runseal.goal where run = ${run} and ${visible(this.sql, auth)}`;
    return rows[0] ?? null;
  }

  /** Newest first, at most `limit` + 1, so that the caller knows whether there is more. */
  async list(auth: Auth, filter: RunsFilter, after: Cursor | null): Promise<readonly RunRow[]> {
    const read = (sql: Asking): Promise<readonly RunRow[]> => sql<RunRow[]>`
      select ${this.columns()}
      from runseal.goal
      where ${runsWhere(sql, auth, filter)}
        ${after === null ? sql`` : sql`and (created_at, run) < (${after.createdAt}, ${after.run})`}
      order by created_at desc, run desc
      limit ${filter.limit + 1}`;
    return isNarrowed(filter) || auth.workspaces !== null ? withinBudget(this.sql, read) : read(this.sql);
  }

  /** The exact bytes of the goal of a run that is there. */
  async goal(run: string): Promise<Buffer> {
    const rows = await this.sql<{ goal: Buffer }[]>`select goal from runseal.goal where run = ${run}`;
    return rows[0]!.goal;
  }

  /** Whether the run has ended; the row says so in the transaction after its seal. Asks for no rights: look first. */
  async ended(run: string): Promise<boolean> {
    const rows = await this.sql<{ ended: boolean }[]>`
      select ended_at is not null as ended from runseal.goal where run = ${run}`;
    return rows[0]?.ended ?? false;
  }

  /** Which of these runs have not ended. Asks for no rights: look first. */
  async going(runs: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.sql<{ run: string }[]>`
      select run from runseal.goal where ended_at is null
        and run in (select jsonb_array_elements_text(${JSON.stringify(runs)}::text::jsonb))`;
    return new Set(rows.map(({ run }) => run));
  }

  /** What this server's verification found; the latest one stands. */
  async verified(run: string, verdicts: readonly string[]): Promise<void> {
    await this.sql`
      update runseal.goal set verified_at = clock_timestamp(), verdicts = string_to_array(${verdicts.join(',')}, ',')
      where run = ${run}`;
  }

  private columns() {
    return this
      .sql`run, workspace, principal, objective, harness, harness_kind, profile, model, state, sealed_at, error_code, error,
      vouches, enforced, attested, unobserved, halt_reason, halt_by, halt_scope, created_at, started_at, ended_at,
      to_jsonb(tools) as tools, gaps, native_calls, drifted, harness_version, to_jsonb(verdicts) as verdicts, verified_at, session,
      case when session and sealed_at is null
        then (select h.size from spine.head h where h.run = goal.run) else events end as events,
      case when session then (select jsonb_build_object('turn', t.turn, 'state', t.state) from runseal.session_turn t
        where t.workspace = goal.workspace and t.run = goal.run order by t.turn desc limit 1) end as last_turn,
      exists (select from runseal.approval a
        where a.workspace = goal.workspace and a.run = goal.run and a.state = 'pending') as awaiting`;
  }
}
