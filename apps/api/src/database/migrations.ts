import { connect, migrate, SPINE_MIGRATIONS, type MigrationFolder } from '@runseal/spine/postgres';
import { fileURLToPath } from 'node:url';

/** Goals, keys and sessions. Come after the spine's, which make the service role. */
export const API_MIGRATIONS: MigrationFolder = {
  name: 'api',
  path: fileURLToPath(new URL('../../sql', import.meta.url)),
};

export interface Migrated {
  /** Names of what was applied now. */
  readonly applied: readonly string[];
  /** Whether the server can end a transaction that takes too long; from Postgres 17 on. */
  readonly limitsTransactions: boolean;
}

/** Brings the whole schema up to date, as the owner. Safe to run from many processes at once. */
export async function migrateAll(databaseUrl: string): Promise<Migrated> {
  const owner = connect(databaseUrl, { name: 'runseal-migrate', max: 1 });
  try {
    const applied = await migrate(owner, [SPINE_MIGRATIONS, API_MIGRATIONS]);
    const [server] = await owner<{ limits: boolean }[]>`
      select current_setting('transaction_timeout', true) is not null as limits`;
    return { applied, limitsTransactions: server!.limits };
  } finally {
    await owner.end();
  }
}
