import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres, type RunningPostgres } from '@runseal/infra/postgres';
import {
  connect,
  migrate,
  migrationsIn,
  SPINE_MIGRATIONS,
  type MigrationFolder,
  type Sql,
} from '@runseal/spine/postgres';

export interface TestDatabase {
  /** Migrates; owns the tables. */
  readonly ownerUrl: string;
  /** What the API and the workers connect with. */
  readonly serviceUrl: string;
  /** Superuser of the throw-away server. */
  readonly adminUrl: string;
  drop(): Promise<void>;
}

/** Any number; held while a template is made. */
const TEMPLATE_LOCK = 5_120_938_471;

/**
 * A database of a test file's own: a clone (about 30 ms) of a migrated template, on one throw-away server for the whole
 * test run, which the first caller starts. Call it in `beforeAll`, `drop` in `afterAll`.
 *
 * @param folders what the template is migrated with; default: the spine. Templates are made once per set of files.
 */
export async function testDatabase(folders: readonly MigrationFolder[] = [SPINE_MIGRATIONS]): Promise<TestDatabase> {
  const server = await testServer();
  const admin = connect(databaseUrl(server.adminUrl, 'postgres'), { max: 1, name: 'test-databases' });
  try {
    const template = await ensureTemplate(admin, server, folders);
    const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
    await admin.unsafe(`create database ${name} template ${template} owner runseal_owner strategy file_copy`);
    return {
      ownerUrl: databaseUrl(server.ownerUrl, name),
      serviceUrl: databaseUrl(server.serviceUrl, name),
      adminUrl: databaseUrl(server.adminUrl, name),
      drop: () => dropDatabase(server, name),
    };
  } finally {
    await admin.end();
  }
}

function testServer(): Promise<RunningPostgres> {
  const dataDir = process.env['RUNSEAL_TEST_POSTGRES'];
  if (dataDir === undefined)
    throw new Error('RUNSEAL_TEST_POSTGRES is not set: this jest project lacks the globalSetup of test/run.');
  // Started by whichever test file comes first, found running by the others, stopped by the global teardown.
  return startPostgres({ dataDir, durability: 'none' });
}

async function ensureTemplate(
  admin: Sql,
  server: RunningPostgres,
  folders: readonly MigrationFolder[],
): Promise<string> {
  const files = await Promise.all(
    folders.map(async (folder) => [
      folder.name,
      (await migrationsIn(folder)).map((file) => [file.file, file.checksum]),
    ]),
  );
  const name = `template_${createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16)}`;
  await admin`select pg_advisory_lock(${TEMPLATE_LOCK})`;
  try {
    const ready = await admin`select from pg_database where datname = ${name}`;
    if (ready.length > 0) return name;
    const making = `${name}_making`;
    await admin.unsafe(`drop database if exists ${making} with (force)`);
    await admin.unsafe(`create database ${making} owner runseal_owner`);
    const owner = connect(databaseUrl(server.ownerUrl, making), { max: 1 });
    await migrate(owner, folders).finally(() => owner.end());
    await untilUnused(admin, making);
    await admin.unsafe(`alter database ${making} rename to ${name}`);
    return name;
  } finally {
    await admin`select pg_advisory_unlock(${TEMPLATE_LOCK})`;
  }
}

/** A closed connection leaves the server a moment later; a database in use can be neither renamed nor cloned. */
async function untilUnused(admin: Sql, name: string): Promise<void> {
  for (;;) {
    const users = await admin`select from pg_stat_activity where datname = ${name}`;
    if (users.length === 0) return;
    await pause(5);
  }
}

async function dropDatabase(server: RunningPostgres, name: string): Promise<void> {
  const admin = connect(databaseUrl(server.adminUrl, 'postgres'), { max: 1, name: 'test-databases' });
  await admin.unsafe(`drop database if exists ${name} with (force)`).finally(() => admin.end());
}

function databaseUrl(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}
