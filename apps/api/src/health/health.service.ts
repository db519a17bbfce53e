import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from 'postgres';
import { SQL } from '../config/tokens.ts';
import { VERSION } from '../config/version.ts';
import { answeredInTime } from '../database/answered-in-time.ts';

/** How long the database may take to say a word. Milliseconds. */
const PATIENCE_MS = 2_000;

@Injectable()
export class HealthService {
  private readonly sql: Sql;
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  alive() {
    return { status: 'ok' as const, version: VERSION };
  }

  /** Throws what the database says, or ProblemError 503 `store_unavailable` where it says nothing: whoever asks does not wait long. */
  async ready() {
    await answeredInTime(this.sql`select 1`, PATIENCE_MS);
    return { status: 'ready' as const, store: 'reachable' as const };
  }
}
