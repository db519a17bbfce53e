import { connect, migrate, SPINE_MIGRATIONS, type MigrationFolder } from '@runseal/spine/postgres';
import { fileURLToPath } from 'node:url';

/** Goals, keys and sessions. Come after the spine's, which make the service role. */
export const API_MIGRATIONS: MigrationFolder = {
  name: 'api',
  path: fileURLToPath(new URL('../../sql', import.meta.url)),
};

/** Brings the whole schema up to date, as the owner. Safe to run from many processes at once. Names what was applied. */
export async function migrateAll(databaseUrl: string): Promise<readonly string[]> {
  const owner = connect(databaseUrl, { name: 'runseal-migrate', max: 1 });
  try {
    return await migrate(owner, [SPINE_MIGRATIONS, API_MIGRATIONS]);
  } finally {
    await owner.end();
  }
}
