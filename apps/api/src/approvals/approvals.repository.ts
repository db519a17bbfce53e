import { Inject, Injectable } from '@nestjs/common';
import type { Sql, TransactionSql } from 'postgres';
import type { Auth } from '../auth/auth.ts';
import { SQL } from '../config/tokens.ts';
import type { ApprovalsFilter } from '../wire/approval.ts';
import { MOST_READ, TOLD_BY_SCOPE } from './about.ts';
import type { ApprovalRow } from './approval-row.ts';
import type { InboxCursor } from './inbox-cursor.ts';

/** Channel that brings decisions to the worker that holds the run; the payload is the run. */
export const APPROVAL_CHANNEL = 'runseal_approval';

export interface NewDecision {
  readonly principal: string;
  readonly decision: 'approve' | 'deny';
  readonly reason: string;
  readonly commitment: Buffer;
}

/** SQL of reading and deciding approvals. Everything is narrowed to the workspaces the caller may see. */
@Injectable()
export class ApprovalsRepository {
  private readonly sql: Sql;
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  /** Pending ones first, then the newest, at most `limit` + 1. */
  async list(auth: Auth, filter: ApprovalsFilter, after: InboxCursor | null): Promise<readonly ApprovalRow[]> {
    const { sql } = this;
    const { state, workspace, run, limit } = filter;
    return sql<ApprovalRow[]>`
      select * from (${this.rows(sql, auth)}) inbox
      where true
        ${state === undefined ? sql`` : sql`and state = ${state}`}
        ${workspace === undefined ? sql`` : sql`and workspace = ${workspace}`}
        ${run === undefined ? sql`` : sql`and run = ${run}`}
        ${after === null ? sql`` : sql`and (state = 'pending', requested_at, approval) < (${after.pending}, ${after.requestedAt}, ${after.approval})`}
      order by (state = 'pending') desc, requested_at desc, approval desc
      limit ${limit + 1}`;
  }

  /** Null when there is none, or it is not the caller's to see: the two look alike. */
  async find(auth: Auth, approval: string): Promise<ApprovalRow | null> {
    return this.one(this.sql, auth, approval);
  }

  /**
   * Runs `judge` over the approval with its row locked, and writes the decision it answers; null writes nothing. The
   * worker is told in the same transaction.
   */
  async decide(
    auth: Auth,
    approval: string,
    judge: (row: ApprovalRow | null) => NewDecision | null,
  ): Promise<ApprovalRow> {
    return this.sql.begin(async (tx) => {
      await tx`select 1 from runseal.approval where approval = ${approval} for update`;
      const row = await this.one(tx, auth, approval);
      const decision = judge(row);
      if (row === null || decision === null) return row!;
      await tx`
        insert into runseal.approval_decision (workspace, run, approval, principal, decision, reason, commitment, self, decided_at)
        values (${row.workspace}, ${row.run}, ${approval}, ${decision.principal}, ${decision.decision}, ${decision.reason},
          ${decision.commitment}, ${decision.principal === row.principal}, ${row.judged_at})`;
      const agreed = row.decisions.filter((known) => known.decision === 'approve').length + 1;
      const state = decision.decision === 'deny' ? 'denied' : agreed >= row.required ? 'approved' : 'pending';
      await tx`update runseal.approval set state = ${state} where approval = ${approval}`;
      await tx`select pg_notify(${APPROVAL_CHANNEL}, ${row.run})`;
      return (await this.one(tx, auth, approval))!;
    });
  }

  private async one(sql: Sql | TransactionSql, auth: Auth, approval: string): Promise<ApprovalRow | null> {
    if (!/^[0-9a-f-]{36}$/.test(approval)) return null;
    const rows = await sql<ApprovalRow[]>`${this.rows(sql, auth)} and a.approval = ${approval}`;
    return rows[0] ?? null;
  }

  private rows(sql: Sql | TransactionSql, { workspaces }: Auth) {
    return sql`
      select a.approval, a.run, a.workspace, a.call, a.action, a.scope, g.objective, g.harness,
        -- In a session the one who asked is the one who asked for the turn.
        coalesce((select t.principal from runseal.session_turn t
          where t.workspace = a.workspace and t.run = a.run and t.created_at <= a.requested_at
          order by t.turn desc limit 1), g.principal) as principal,
        case when a.state = 'pending' and a.expires_at < clock.at then 'expired' else a.state end as state, clock.at as judged_at,
        a.required, to_json(a.deciders) as deciders, a.requested_at, a.expires_at, a.commitment,
        c.bytes is not null as kept,
        case when c.size <= ${MOST_READ} and not a.action = any(string_to_array(${TOLD_BY_SCOPE.join(',')}, ',')) then c.bytes end as args,
        coalesce((
          select json_agg(json_build_object('principal', d.principal, 'decision', d.decision, 'reason', d.reason,
            'self', d.self, 'at', (extract(epoch from d.decided_at) * 1000)::bigint) order by d.decided_at, d.principal)
          from runseal.approval_decision d
          where d.workspace = a.workspace and d.run = a.run and d.approval = a.approval), '[]'::json) as decisions
      from runseal.approval a join runseal.goal g on g.workspace = a.workspace and g.run = a.run
        left join spine.content c on c.run = a.run and c.commitment = a.commitment
        cross join (select date_trunc('milliseconds', clock_timestamp()) as at offset 0) clock
      where ${workspaces === null ? sql`true` : sql`a.workspace = any(string_to_array(${workspaces.join(',')}, ','))`}`;
  }
}
