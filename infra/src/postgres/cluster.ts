import { execFile } from 'node:child_process';
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runAs, type Account } from './account.ts';
import { ROLES, type Access } from './access.ts';
import type { Binaries } from './binaries.ts';
import { failureOf, ServerError } from './errors.ts';
import { createOwned, type Layout } from './layout.ts';

const run = promisify(execFile);

export type Durability = 'full' | 'none';

/** Who may connect: over loopback TCP, with a password, nobody else. */
const HBA = 'host all all 127.0.0.1/32 scram-sha-256\n';

/** `new` when there is none yet. @throws ServerError `runseal.postgres_version_mismatch` when another major wrote it. */
export async function clusterState(layout: Layout, binaries: Binaries): Promise<'new' | 'present'> {
  if ((await stat(layout.clusterDir).catch(absentOrRefused)) === null) return 'new';
  const found = await readFile(join(layout.clusterDir, 'PG_VERSION'), 'utf8').catch((cause: unknown) => {
    throw new ServerError(
      'runseal.postgres_data_dir',
      `${layout.clusterDir} is there but is not a Postgres cluster this user can read. Start as the user who created it, restore it, or move it away.`,
      { cause },
    );
  });
  if (found.trim() === binaries.major) return 'present';
  throw new ServerError(
    'runseal.postgres_version_mismatch',
    `${layout.clusterDir} was written by Postgres ${found.trim()}, this program brings Postgres ${binaries.major}. Export with the old version and restore into a new data directory, or run pg_upgrade; nothing was changed.`,
  );
}

/** Creates the cluster whole or not at all: it is made beside its place and moved there when complete. */
export async function createCluster(
  layout: Layout,
  account: Account,
  binaries: Binaries,
  access: Access,
  durability: Durability,
): Promise<void> {
  const partial = join(dirname(layout.clusterDir), 'cluster.partial');
  const passwordFile = join(partial, 'password');
  const data = join(partial, 'cluster');
  await rm(partial, { recursive: true, force: true });
  await createOwned(partial, account);
  try {
    await writeFile(passwordFile, `${access.superuser}\n`, { mode: 0o600 });
    if (account.uid !== null && account.gid !== null) await chown(passwordFile, account.uid, account.gid);
    await initdb(data, passwordFile, account, binaries, durability);
    await writeFile(join(data, 'pg_hba.conf'), HBA);
    await rename(data, layout.clusterDir);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function initdb(
  data: string,
  passwordFile: string,
  account: Account,
  binaries: Binaries,
  durability: Durability,
): Promise<void> {
  const args = [
    `--pgdata=${data}`,
    `--username=${ROLES.superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sort order that no operating-system update changes under an index.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(durability === 'none' ? ['--no-sync'] : []),
  ];
  try {
    await run(binaries.initdb, args, { ...runAs(account), maxBuffer: 16 * 1024 * 1024 });
  } catch (cause) {
    throw failureOf('Creating the database cluster', outputOf(cause), cause);
  }
}

function outputOf(error: unknown): string {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
  return `${stdout}\n${stderr}`;
}

function absentOrRefused(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw new ServerError(
    'runseal.postgres_data_dir',
    'The database cluster cannot be read by this user. Start as the user who created it.',
    { cause: error },
  );
}
