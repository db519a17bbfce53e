import { Inject, Injectable } from '@nestjs/common';
import type { SpineStore } from '@runseal/spine/postgres';
import type { Sql } from 'postgres';
import { SQL, STORE } from '../config/tokens.ts';

/** A goal about to be written. */
export interface NewGoal {
  readonly run: string;
  readonly workspace: string;
  readonly principal: string;
  readonly idempotencyKey: string | null;
  readonly goal: Buffer;
  readonly goalHash: Buffer;
  /** 32 bytes: salt of `goalCommitment`. */
  readonly goalSalt: Uint8Array;
  /** 32 bytes: what the ledger and the run's first event name the goal by. */
  readonly goalCommitment: Uint8Array;
  readonly objective: string;
  /** Words of the whole objective. */
  readonly words: readonly string[];
  readonly harness: string;
  readonly harnessKind: 'native' | 'external';
  readonly profile: string | null;
  readonly model: string | null;
}

export interface Submitted {
  readonly goal: Buffer;
  readonly run: string;
  readonly state: string;
  readonly goalHash: Buffer;
}

/** Channel that wakes workers. */
export const GOAL_CHANNEL = 'runseal_goal';

/** SQL of submission. */
@Injectable()
export class GoalsRepository {
  private readonly sql: Sql;
  private readonly store: SpineStore;
  constructor(@Inject(SQL) sql: Sql, @Inject(STORE) store: SpineStore) {
    this.sql = sql;
    this.store = store;
  }

  /** Who drives, or drove, a run of the workspace; null when there is none. */
  async harnessOf(workspace: string, run: string): Promise<string | null> {
    const rows = await this.sql<{ harness: string }[]>`
      select harness from runseal.goal where workspace = ${workspace} and run = ${run}`;
    return rows[0]?.harness ?? null;
  }

  /** What was submitted under the key before; null when nothing was. */
  async submitted(workspace: string, principal: string, key: string): Promise<Submitted | null> {
    const rows = await this.sql<{ run: string; state: string; goal: Buffer; goal_hash: Buffer }[]>`
      select run, state, goal, goal_hash from runseal.goal
      where workspace = ${workspace} and principal = ${principal} and idempotency_key = ${key}`;
    const row = rows[0];
    return row === undefined ? null : { run: row.run, state: row.state, goal: row.goal, goalHash: row.goal_hash };
  }

  /**
   * Writes the goal and opens its stream on the spine, both or neither, then wakes a worker. False when the idempotency
   * key was taken in the meantime: nothing was written then.
   */
  async submit(goal: NewGoal): Promise<boolean> {
    return this.sql.begin(async (tx) => {
      const rows = await tx`
        insert into runseal.goal (run, workspace, principal, idempotency_key, goal, goal_hash, goal_salt, objective, harness, harness_kind, profile, model, words)
        values (${goal.run}, ${goal.workspace}, ${goal.principal}, ${goal.idempotencyKey}, ${goal.goal}, ${goal.goalHash},
          ${Buffer.from(goal.goalSalt)}, ${goal.objective}, ${goal.harness}, ${goal.harnessKind}, ${goal.profile}, ${goal.model},
          array_to_tsvector(array(select jsonb_array_elements_text(${JSON.stringify(goal.words)}::text::jsonb))))
        on conflict (workspace, principal, idempotency_key) do nothing
        returning run`;
      if (rows.length === 0) return false;
      const { run, workspace, goalCommitment } = goal;
      await this.store.openRun({ run, workspace, goalCommitment }, tx);
      // Not tx.notify: that one takes a connection of its own, outside of this transaction.
      await tx`select pg_notify(${GOAL_CHANNEL}, ${goal.run})`;
      return true;
    });
  }

  async queued(workspace: string): Promise<number> {
    const [row] = await this.sql<{ count: number }[]>`
      select count(*)::int as count from runseal.goal where state = 'queued' and workspace = ${workspace}`;
    return row!.count;
  }
}
