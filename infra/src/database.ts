import { join } from 'node:path';
import { connect } from '@runseal/spine/postgres';
import { Failure } from './failure.ts';
import { startPostgres } from './postgres/index.ts';
import type { Settings } from './settings.ts';

export interface Database {
  /** Owns the schema. */
  readonly ownerUrl: string;
  /** For the API and the worker. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * The operator's Postgres when DATABASE_URL is set, else the embedded one in the data directory.
 *
 * @throws Failure `database_unreachable`, or what the embedded server says.
 */
export async function openDatabase(settings: Settings): Promise<Database> {
  if (settings.databaseUrl !== null) return operatorsDatabase(settings.databaseUrl);
  const postgres = await startPostgres({ dataDir: join(settings.dataDir, 'postgres') });
  return {
    ownerUrl: postgres.ownerUrl,
    env: { DATABASE_URL: postgres.ownerUrl, RUNSEAL_SERVICE_DATABASE_URL: postgres.serviceUrl },
    stop: () => postgres.stop(),
  };
}

async function operatorsDatabase(ownerUrl: string): Promise<Database> {
  const sql = connect(ownerUrl, { name: 'runseal-start', max: 1 });
  try {
    await sql`select 1`;
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
    throw new Failure(
      'database_unreachable',
      `The Postgres of DATABASE_URL does not let us in (${why}): check that it runs, and its user, password and database name.`,
      { cause },
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
  return { ownerUrl, env: { DATABASE_URL: ownerUrl }, stop: () => Promise.resolve() };
}
