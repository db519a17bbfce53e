import type { Sql } from 'postgres';
import { GOAL_CHANNEL } from '../goals/goals.repository.ts';

/** A run this worker holds, and what was asked. */
export interface Claim {
  readonly run: string;
  readonly workspace: string;
  readonly principal: string;
  /** Exact bytes that go on the record. */
  readonly goal: Buffer;
  /** Salt of the commitment that the ledger has of the goal; null for one from before there were any. */
  readonly goalSalt: Uint8Array | null;
  readonly profile: string | null;
  readonly submittedAt: Date;
  /** 1 the first time. */
  readonly attempts: number;
  readonly halt: Halt | null;
  /** It is a session: claimed for one turn. */
  readonly session: boolean;
}

export interface Halt {
  readonly reason: string;
  readonly by: string;
  readonly scope: 'run' | 'workspace' | 'global';
}

/** What a list shows of a run while it goes on. */
export interface Progress {
  readonly events: number;
  readonly enforced: number;
  readonly attested: number;
  readonly unobserved: number;
}

interface ClaimRow {
  run: string;
  workspace: string;
  principal: string;
  goal: Buffer;
  goal_salt: Buffer | null;
  profile: string | null;
  created_at: Date;
  attempts: number;
  session: boolean;
  halt_reason: string | null;
  halt_by: string | null;
  halt_scope: 'workspace' | 'global' | null;
}

/** SQL of claims and leases. Time is the database's, so that clocks of workers do not matter. */
export class ClaimsRepository {
  private readonly sql: Sql;
  /** Name its leases are held under. */
  readonly owner: string;
  private readonly leaseMs: number;
  constructor(sql: Sql, owner: string, leaseMs: number) {
    this.sql = sql;
    this.owner = owner;
    this.leaseMs = leaseMs;
  }

  /**
   * What another worker left, else the goal whose workspace has the least at work; null when there is none. Not one of those
   * in this worker's own hands: after an absence of the database their leases are over, and still nobody is closer to them.
   */
  async next(inHand: Iterable<string>): Promise<Claim | null> {
    // Row by row, in their order, until one can be locked: the rest are never looked at.
    return this.claim(this.sql`
      select g.workspace, g.run
      from (select * from runseal.claimable(${[...inHand].join(',')}) order by place, last_turn nulls first, since, run) c,
        lateral (
          select g.workspace, g.run from runseal.goal g
          where g.workspace = c.workspace and g.run = c.run
            and ((g.state = 'queued' and c.place > 0)
              or (g.state = 'running' and c.place = 0 and (g.lease_until < now() or g.lease_until is null)))
          for update skip locked) g
      limit 1`);
  }

  /** This goal, if it still waits; null when a worker has it. */
  async queued(run: string): Promise<Claim | null> {
    return this.claim(this.sql`
      select workspace, run from runseal.goal where run = ${run} and state = 'queued' for update skip locked`);
  }

  /** Keeps the lease. `held` is false when another worker has the run now. */
  async renew(run: string, progress: Progress | null): Promise<{ held: boolean; halt: Halt | null }> {
    const rows = await this.sql<HaltRow[]>`
      update runseal.goal set lease_until = now() + ${this.lease()} ${progress === null ? this.sql`` : this.counts(progress)}
      where run = ${run} and lease_owner = ${this.owner}
      returning halt_reason, halt_by, halt_scope`;
    return { held: rows.length > 0, halt: haltOf(rows[0]) };
  }

  /** Lets go of a run that waits for people, so that another worker has it at once. */
  async release(run: string): Promise<void> {
    await this.sql`
      with gone as (
        update runseal.goal set lease_until = now() - interval '1 millisecond'
        where run = ${run} and lease_owner = ${this.owner} and state = 'running' returning run)
      select pg_notify(${GOAL_CHANNEL}, run) from gone`;
  }

  private async claim(chosen: ReturnType<Sql>): Promise<Claim | null> {
    const rows = await this.sql<ClaimRow[]>`
      with chosen as materialized (${chosen}),
      -- An order that stands reaches also goals that were submitted while it was placed.
      ordered as (
        select c.workspace, c.run, o.reason, o.placed_by, case when o.workspace is null then 'global' else 'workspace' end as scope
        from chosen c, lateral (
          select * from runseal.halt_order o where o.lifted_at is null and (o.workspace is null or o.workspace = c.workspace)
          order by o.workspace nulls first limit 1) o)
      update runseal.goal g set state = 'running', lease_owner = ${this.owner}, lease_until = now() + ${this.lease()},
        attempts = attempts + 1, started_at = coalesce(started_at, now()),
        halt_reason = coalesce(g.halt_reason, o.reason), halt_by = coalesce(g.halt_by, o.placed_by),
        halt_scope = case when g.halt_reason is null then o.scope else g.halt_scope end
      from chosen c left join ordered o on o.workspace = c.workspace and o.run = c.run where g.workspace = c.workspace and g.run = c.run
      returning g.run, g.workspace, g.principal, g.goal, g.goal_salt, g.profile, g.created_at, g.attempts, g.session, g.halt_reason, g.halt_by, g.halt_scope`;
    return rows[0] === undefined ? null : claimOf(rows[0]);
  }

  private counts({ events, enforced, attested, unobserved }: Progress) {
    return this.sql`, events = ${events}, enforced = ${enforced}, attested = ${attested}, unobserved = ${unobserved}`;
  }

  private lease() {
    return this.sql`make_interval(secs => ${this.leaseMs / 1000})`;
  }
}

const claimOf = (row: ClaimRow): Claim => ({
  run: row.run,
  workspace: row.workspace,
  principal: row.principal,
  goal: row.goal,
  goalSalt: row.goal_salt === null ? null : new Uint8Array(row.goal_salt),
  profile: row.profile,
  submittedAt: row.created_at,
  attempts: row.attempts,
  halt: haltOf(row),
  session: row.session,
});

type HaltRow = Pick<ClaimRow, 'halt_reason' | 'halt_by' | 'halt_scope'>;

function haltOf(row: HaltRow | undefined): Halt | null {
  if (row?.halt_reason == null || row.halt_by === null) return null;
  return { reason: row.halt_reason, by: row.halt_by, scope: row.halt_scope ?? 'run' };
}
