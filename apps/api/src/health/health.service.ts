import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from 'postgres';
import { SQL } from '../config/tokens.ts';
import { VERSION } from '../config/version.ts';

@Injectable()
export class HealthService {
  private readonly sql: Sql;
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  alive() {
    return { status: 'ok' as const, version: VERSION };
  }

  /** Throws what the database says; the filter makes it 503 store_unavailable. */
  async ready() {
    await this.sql`select 1`;
    return { status: 'ready' as const, store: 'reachable' as const };
  }
}
