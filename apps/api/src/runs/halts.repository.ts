import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from 'postgres';
import { SQL } from '../config/tokens.ts';

/** Channel that brings halts to workers. */
export const HALT_CHANNEL = 'runseal_halt';

/** SQL of halting. */
@Injectable()
export class HaltsRepository {
  private readonly sql: Sql;
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  /** Asks for a halt; the first reason stands. Answers who has to end the run, or null when it has ended: a session is always for a worker. */
  async request(run: string, reason: string, by: string): Promise<'queued' | 'running' | null> {
    const rows = await this.sql<{ state: 'queued' | 'running' }[]>`
      with asked as (
        update runseal.goal set halt_reason = coalesce(halt_reason, ${reason}), halt_by = coalesce(halt_by, ${by})
        where run = ${run} and state in ('queued', 'running')
        returning run, state, session)
      select case when session then 'running' else state end as state, pg_notify(${HALT_CHANNEL}, run) from asked`;
    return rows[0]?.state ?? null;
  }
}
