import { Inject, Injectable } from '@nestjs/common';
import type { Sql, TransactionSql } from 'postgres';
import { SQL } from '../config/tokens.ts';
import { GOAL_CHANNEL } from '../goals/goals.repository.ts';
import { HALT_CHANNEL } from '../runs/halts.repository.ts';
import type { TurnState } from './session-row.ts';

export interface TurnRow {
  readonly turn: number;
  readonly principal: string;
  readonly input: Buffer;
  readonly state: TurnState;
  readonly cancel_reason: string | null;
  readonly cancel_by: string | null;
  readonly error_code: string | null;
  readonly error: string | null;
  readonly attempts: number;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

/** What a session looks like while its row is locked: what is decided about it holds until the transaction ends. */
export interface Locked {
  readonly lastSeq: number;
  readonly ended: boolean;
  readonly suspended: boolean;
  readonly halted: boolean;
  readonly last: Pick<TurnRow, 'turn' | 'state' | 'cancel_by'> | null;
}

/** What to do with the turn asked for. */
export type Taken = { readonly turn: number; readonly input: Buffer } | { readonly redrive: number };

/** How a turn ended, or why it was left. */
export interface TurnEnding {
  readonly state: Exclude<TurnState, 'queued' | 'running'>;
  readonly errorCode: string | null;
  readonly error: string | null;
}

/** SQL of turns. A session has one open turn at most; the database sees to that. */
@Injectable()
export class TurnsRepository {
  private readonly sql: Sql;
  /** One at a time: each holds a connection while it needs another, and there are only so many. */
  private deciding: Promise<unknown> = Promise.resolve();
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  /** The two ways to hold a session exclude each other: a turn is taken, or something is decided between turns. */
  private async locked(tx: TransactionSql, workspace: string, run: string): Promise<Locked> {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`session ${run}`}, 0))`;
    await tx`select 1 from runseal.goal where workspace = ${workspace} and run = ${run} for update`;
    return this.seen(tx, workspace, run);
  }

  private async seen(tx: TransactionSql, workspace: string, run: string): Promise<Locked> {
    const [found] = await tx<(Omit<Locked, 'lastSeq'> & { size: string })[]>`
      select h.size, g.ended_at is not null as ended, s.suspended_at is not null as suspended, g.halt_reason is not null as halted,
        (select json_build_object('turn', t.turn, 'state', t.state, 'cancel_by', t.cancel_by) from runseal.session_turn t
          where t.workspace = g.workspace and t.run = g.run order by t.turn desc limit 1) as last
      from runseal.goal g
        join runseal.agent_session s on s.workspace = g.workspace and s.run = g.run
        join spine.head h on h.run = g.run
      where g.workspace = ${workspace} and g.run = ${run}`;
    return { ...found!, lastSeq: Number(found!.size) };
  }

  async list(run: string): Promise<readonly TurnRow[]> {
    return this.sql<TurnRow[]>`select * from runseal.session_turn where run = ${run} order by turn`;
  }

  /** How a turn stands; null when there is none. */
  async stateOf(run: string, turn: number): Promise<TurnState | null> {
    const rows = await this.sql<{ state: TurnState }[]>`
      select state from runseal.session_turn where run = ${run} and turn = ${turn}`;
    return rows[0]?.state ?? null;
  }

  /** The turn that is open; null when none is. */
  async open(run: string): Promise<TurnRow | null> {
    const rows = await this.sql<TurnRow[]>`
      select * from runseal.session_turn where run = ${run} and state in ('queued', 'running', 'interrupted')`;
    return rows[0] ?? null;
  }

  /** Runs `judge` over the session with its row locked, writes the turn it answers and wakes a worker, all or nothing. */
  async take(workspace: string, run: string, principal: string, judge: (found: Locked) => Taken): Promise<number> {
    return this.sql.begin(async (tx) => {
      const found = await this.locked(tx, workspace, run);
      const taken = judge(found);
      if ('redrive' in taken)
        await tx`
          update runseal.session_turn set state = 'queued', attempts = 0, error_code = null, error = null, ended_at = null
          where workspace = ${workspace} and run = ${run} and turn = ${taken.redrive}`;
      else
        await tx`
          insert into runseal.session_turn (workspace, run, turn, principal, input)
          values (${workspace}, ${run}, ${taken.turn}, ${principal}, ${taken.input})`;
      await tx`update runseal.goal set state = 'queued' where workspace = ${workspace} and run = ${run}`;
      await tx`select pg_notify(${GOAL_CHANNEL}, ${run})`;
      return 'redrive' in taken ? taken.redrive : taken.turn;
    });
  }

  /**
   * Runs `decide` while the session's row is locked, so that no turn begins meanwhile. What it writes, it writes by itself:
   * the lock alone is what the transaction is for.
   */
  whileIdle(workspace: string, run: string, decide: (found: Locked) => Promise<void>): Promise<void> {
    const decided = this.deciding.then(() =>
      this.sql.begin(async (tx) => {
        // It stands still on purpose while others write: only the limit of the whole transaction holds for it.
        await tx`
          select pg_advisory_xact_lock(hashtextextended(${`session ${run}`}, 0)),
            set_config('idle_in_transaction_session_timeout', '0', true)`;
        await decide(await this.seen(tx, workspace, run));
      }),
    );
    this.deciding = decided.catch(() => undefined);
    return decided;
  }

  /** Asks for the open turn to be canceled; the first reason stands. False when none is open. */
  async cancel(workspace: string, run: string, reason: string, by: string): Promise<boolean> {
    return this.sql.begin(async (tx) => {
      await tx`select 1 from runseal.goal where workspace = ${workspace} and run = ${run} for update`;
      const rows = await tx<{ state: TurnState }[]>`
        with before as (
          select turn, state from runseal.session_turn
          where workspace = ${workspace} and run = ${run} and state in ('queued', 'running', 'interrupted'))
        update runseal.session_turn t set cancel_reason = coalesce(cancel_reason, ${reason}), cancel_by = coalesce(cancel_by, ${by}),
          state = case when before.state = 'interrupted' then 'queued' else t.state end
        from before where t.workspace = ${workspace} and t.run = ${run} and t.turn = before.turn
        returning before.state`;
      const [found] = rows;
      if (found === undefined) return false;
      if (found.state === 'interrupted')
        await tx`update runseal.goal set state = 'queued' where workspace = ${workspace} and run = ${run} and state = 'running'`;
      await tx`select pg_notify(${found.state === 'interrupted' ? GOAL_CHANNEL : HALT_CHANNEL}, ${run})`;
      return true;
    });
  }

  /** One more worker has it in hand. */
  async begin(run: string, turn: number): Promise<void> {
    await this.sql`
      update runseal.session_turn set state = 'running', attempts = attempts + 1 where run = ${run} and turn = ${turn}`;
  }

  async cancelOf(run: string, turn: number): Promise<{ readonly reason: string; readonly by: string } | null> {
    const rows = await this.sql<{ reason: string | null; by: string | null }[]>`
      select cancel_reason as reason, cancel_by as by from runseal.session_turn where run = ${run} and turn = ${turn}`;
    const { reason = null, by = null } = rows[0] ?? {};
    return reason === null || by === null ? null : { reason, by };
  }

  /** Ends the turn; the session stays where it is. */
  async end(run: string, turn: number, { state, errorCode, error }: TurnEnding): Promise<void> {
    await this.sql`
      update runseal.session_turn set state = ${state}, error_code = ${errorCode}, error = ${plain(error)}, ended_at = now()
      where run = ${run} and turn = ${turn} and state in ('queued', 'running', 'interrupted')`;
  }

  /** Ends the turn and lets go of the session, if this worker still has it. */
  async rest(run: string, owner: string, ended: (TurnEnding & { readonly turn: number }) | null): Promise<boolean> {
    const rows = await this.sql`
      with tiers as (
        select count(*) as events, count(*) filter (where tier = 'enforced') as enforced,
          count(*) filter (where tier = 'attested') as attested, count(*) filter (where tier = 'unobserved') as unobserved
        from spine.event where run = ${run}),
      rested as (
        update runseal.goal g set lease_owner = null, lease_until = null, attempts = 0, events = tiers.events,
          enforced = tiers.enforced, attested = tiers.attested, unobserved = tiers.unobserved
        from tiers where g.run = ${run} and g.lease_owner = ${owner} and g.state = 'running' returning g.run),
      told as (
        update runseal.session_turn t set state = ${ended?.state ?? 'interrupted'}, error_code = ${ended?.errorCode ?? null},
          error = ${plain(ended?.error ?? null)}, ended_at = now()
        from rested where t.run = rested.run and t.turn = ${ended?.turn ?? 0} returning 1)
      select run from rested`;
    return rows.length > 0;
  }
}

/** Error texts may quote what a hostile program said; a text column holds no NUL. */
const plain = (text: string | null): string | null => text?.replaceAll('\0', '\ufffd').slice(0, 4000) ?? null;
