import { Inject, Injectable } from '@nestjs/common';
import type { SpineStore } from '@runseal/spine/postgres';
import type { Sql, TransactionSql } from 'postgres';
import type { Auth } from '../auth/auth.ts';
import { SQL, STORE } from '../config/tokens.ts';
import type { Cursor } from '../runs/cursor.ts';
import type { SessionsFilter } from '../wire/sessions.ts';
import type { SessionRow } from './session-row.ts';

/** A session about to be written. */
export interface NewSession {
  readonly run: string;
  readonly workspace: string;
  readonly principal: string;
  readonly project: string;
  readonly name: string | null;
  readonly title: string;
  /** The exact bytes of the goal all its turns share, and what commits to them. */
  readonly goal: Buffer;
  readonly goalHash: Buffer;
  readonly goalSalt: Uint8Array;
  readonly goalCommitment: Uint8Array;
  readonly harness: string;
  readonly harnessKind: 'native' | 'external';
  readonly harnessDigest: Buffer | null;
  readonly profile: string | null;
  readonly model: string | null;
  readonly labels: string;
  readonly annotations: string;
  readonly parent: { readonly run: string; readonly size: number } | null;
}

/** SQL of making, reading and marking sessions. Everything is narrowed to the workspaces the caller may see. */
@Injectable()
export class SessionsRepository {
  private readonly sql: Sql;
  private readonly store: SpineStore;
  constructor(@Inject(SQL) sql: Sql, @Inject(STORE) store: SpineStore) {
    this.sql = sql;
    this.store = store;
  }

  /** Writes them and opens their streams, all or none. Answers a name that was taken; null when all is well. */
  async create(sessions: readonly NewSession[]): Promise<string | null> {
    try {
      await this.sql.begin(async (tx) => {
        for (const session of sessions) await this.insert(tx, session);
      });
      return null;
    } catch (error) {
      if (error instanceof NameTaken) return error.taken;
      throw error;
    }
  }

  private async insert(tx: TransactionSql, s: NewSession): Promise<void> {
    // Nobody holds it between its turns, so it has no lease: a worker comes with the first turn.
    await tx`
      insert into runseal.goal (run, workspace, principal, goal, goal_hash, goal_salt, objective, harness, harness_kind, profile, model, session, state, started_at)
      values (${s.run}, ${s.workspace}, ${s.principal}, ${s.goal}, ${s.goalHash}, ${Buffer.from(s.goalSalt)}, ${s.title}, ${s.harness},
        ${s.harnessKind}, ${s.profile}, ${s.model}, true, 'running', now())`;
    const named = await tx`
      insert into runseal.agent_session (workspace, run, project, name, labels, annotations, parent, fork_seq, harness_digest)
      values (${s.workspace}, ${s.run}, ${s.project}, ${s.name}, ${s.labels}, ${s.annotations}, ${s.parent?.run ?? null},
        ${s.parent?.size ?? null}, ${s.harnessDigest})
      on conflict (workspace, name) do nothing returning run`;
    if (named.length === 0) throw new NameTaken(s.name ?? '');
    await this.store.openRun({ run: s.run, workspace: s.workspace, goalCommitment: s.goalCommitment }, tx);
  }

  /**
   * By id or by name, at most two: a name is unique in its workspace only. None when there is none, it was deleted, or it is
   * not the caller's to see: they look alike.
   */
  async find(auth: Auth, session: string): Promise<readonly SessionRow[]> {
    const byId = /^[0-9a-f-]{36}$/.test(session);
    return this.sql<SessionRow[]>`
      ${this.rows()} where ${byId ? this.sql`s.run = ${session}` : this.sql`s.name = ${session}`}
        and ${this.visible(auth)} and s.deleted_at is null
      order by s.created_at limit 2`;
  }

  /** Newest first, at most `limit` + 1. */
  async list(auth: Auth, filter: SessionsFilter, after: Cursor | null): Promise<readonly SessionRow[]> {
    const { sql } = this;
    const { project, workspace, limit } = filter;
    return sql<SessionRow[]>`
      ${this.rows()} where ${this.visible(auth)} and s.deleted_at is null
        ${project === undefined ? sql`` : sql`and s.project = ${project}`}
        ${workspace === undefined ? sql`` : sql`and s.workspace = ${workspace}`}
        ${after === null ? sql`` : sql`and (s.created_at, s.run) < (${after.createdAt}, ${after.run})`}
      order by s.created_at desc, s.run desc limit ${limit + 1}`;
  }

  /** False when it was so already. */
  async suspend(run: string): Promise<boolean> {
    return this.changed(this.sql`
      update runseal.agent_session set suspended_at = now() where run = ${run} and suspended_at is null returning 1`);
  }

  async resume(run: string): Promise<boolean> {
    return this.changed(this.sql`
      update runseal.agent_session set suspended_at = null where run = ${run} and suspended_at is not null returning 1`);
  }

  async markDeleted(run: string): Promise<void> {
    await this.sql`update runseal.agent_session set deleted_at = coalesce(deleted_at, now()) where run = ${run}`;
  }

  private async changed(query: ReturnType<Sql>): Promise<boolean> {
    return (await query).length > 0;
  }

  private rows() {
    return this.sql`
      select s.run, s.workspace, s.project, s.name, g.principal, g.objective, g.harness, s.harness_digest, g.profile, g.model,
        s.labels, s.annotations, s.parent, s.fork_seq, s.suspended_at, s.deleted_at, g.sealed_at, g.ended_at, h.size,
        coalesce(t.turn, 0) as turns, t.state as turn_state, s.created_at,
        exists (select from runseal.approval a where a.workspace = s.workspace and a.run = s.run and a.state = 'pending') as awaiting
      from runseal.agent_session s
        join runseal.goal g on g.workspace = s.workspace and g.run = s.run
        join spine.head h on h.run = s.run
        left join lateral (
          select turn, state from runseal.session_turn t where t.workspace = s.workspace and t.run = s.run
          order by turn desc limit 1) t on true`;
  }

  private visible({ workspaces }: Auth) {
    return workspaces === null
      ? this.sql`true`
      : this.sql`s.workspace = any(string_to_array(${workspaces.join(',')}, ','))`;
  }
}

class NameTaken extends Error {
  readonly taken: string;
  constructor(taken: string) {
    super('a session has this name');
    this.taken = taken;
  }
}
