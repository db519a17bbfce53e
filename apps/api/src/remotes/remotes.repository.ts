import type { Sql } from 'postgres';

export interface RemoteRow {
  readonly name: string;
  readonly address: string;
  readonly spec_digest: Buffer;
  readonly descriptor_digest: Buffer;
  /** JSON. */
  readonly descriptor: string;
  readonly state: 'active' | 'retired';
  readonly registered_by: string;
  readonly registered_at: Date;
  readonly retired_by: string | null;
  readonly retire_reason: string | null;
  readonly retired_at: Date | null;
}

export type NewRemote = Pick<
  RemoteRow,
  'name' | 'address' | 'spec_digest' | 'descriptor_digest' | 'descriptor' | 'registered_by'
>;

/** SQL of harnesses registered while we run. */
export class RemotesRepository {
  private readonly sql: Sql;
  constructor(sql: Sql) {
    this.sql = sql;
  }

  async find(name: string): Promise<RemoteRow | null> {
    const rows = await this.sql<RemoteRow[]>`select * from runseal.remote_harness where name = ${name}`;
    return rows[0] ?? null;
  }

  /** By name, at most `limit` + 1. */
  async list(after: string, limit: number, retired: boolean): Promise<readonly RemoteRow[]> {
    return this.sql<RemoteRow[]>`
      select * from runseal.remote_harness
      where name > ${after} ${retired ? this.sql`` : this.sql`and state = 'active'`} order by name limit ${limit + 1}`;
  }

  /** Runs `judge` over what has the name, with that locked, and writes what it says. */
  async register(
    harness: NewRemote,
    judge: (found: RemoteRow | null) => 'insert' | 'reactivate' | 'keep',
  ): Promise<void> {
    await this.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`remote_harness ${harness.name}`}, 0))`;
      const rows = await tx<RemoteRow[]>`select * from runseal.remote_harness where name = ${harness.name} for update`;
      const what = judge(rows[0] ?? null);
      const { name, address, spec_digest, descriptor_digest, descriptor, registered_by: by } = harness;
      if (what === 'insert')
        await tx`
          insert into runseal.remote_harness (name, address, spec_digest, descriptor_digest, descriptor, registered_by)
          values (${name}, ${address}, ${spec_digest}, ${descriptor_digest}, ${descriptor}, ${by})`;
      if (what === 'reactivate')
        await tx`
          update runseal.remote_harness set state = 'active', retired_by = null, retire_reason = null, retired_at = null
          where name = ${name}`;
    });
  }

  /** The row as it is now; the first reason stands. null when there is no such harness. */
  async retire(name: string, by: string, reason: string): Promise<RemoteRow | null> {
    await this.sql`
      update runseal.remote_harness set state = 'retired', retired_by = ${by}, retire_reason = ${reason},
        retired_at = date_trunc('milliseconds', clock_timestamp())
      where name = ${name} and state = 'active'`;
    return this.find(name);
  }
}
