import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { runAs, type Account } from './account.ts';
import { ServerError } from './errors.ts';

const run = promisify(execFile);

/** Where root keeps what another account must reach and the data directory does not allow. */
export const SYSTEM_HOME = '/var/lib/runseal';

/**
 * What lies in a data directory:
 * `cluster/` Postgres's own files; `cluster.location` the path of those files when they had to lie elsewhere;
 * `access.json` passwords and last port, mode 0600; `starter.json` who started the server; `server.log`.
 */
export interface Layout {
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly accessFile: string;
  readonly starterFile: string;
  readonly logFile: string;
  readonly lockFile: string;
}

/** Reads where everything lies; creates the data directory, not the cluster. */
export async function openLayout(dataDir: string): Promise<Layout> {
  const root = resolve(dataDir);
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ServerError(
      'runseal.postgres_data_dir',
      `The data directory ${root} cannot be created. Choose another one or give this user the right to write there.`,
      { cause },
    );
  }
  return layoutAt(root, (await movedTo(root)) ?? join(root, 'cluster'));
}

/**
 * Chooses where a new cluster goes: inside the data directory when the account can enter it, else (root's checkout in a
 * folder closed to others) under /var/lib/runseal, with a pointer left in the data directory.
 */
export async function placeCluster(layout: Layout, account: Account): Promise<Layout> {
  if (account.uid === null || account.gid === null) return layout;
  if ((await movedTo(layout.dataDir)) !== null) return layout;
  // The account needs to pass through, not to look around.
  await chmod(layout.dataDir, 0o711);
  if (await canEnter(layout.dataDir, account)) return layout;
  const clusterDir = join(SYSTEM_HOME, `cluster-${randomBytes(8).toString('hex')}`, 'cluster');
  await mkdir(dirname(clusterDir), { recursive: true, mode: 0o755 });
  await writeFile(pointer(layout.dataDir), `${clusterDir}\n`, { mode: 0o600 });
  return layoutAt(layout.dataDir, clusterDir);
}

/** Creates an empty folder that belongs to the account, closed to everybody else. */
export async function createOwned(path: string, account: Account): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (account.uid !== null && account.gid !== null) await chown(path, account.uid, account.gid);
}

/** Removes the data directory and, where the cluster lies elsewhere, the cluster. The server must be stopped. */
export async function removeData(dataDir: string): Promise<void> {
  const root = resolve(dataDir);
  const moved = await movedTo(root);
  if (moved !== null) await rm(dirname(moved), { recursive: true, force: true });
  await rm(root, { recursive: true, force: true });
}

function layoutAt(dataDir: string, clusterDir: string): Layout {
  return {
    dataDir,
    clusterDir,
    accessFile: join(dataDir, 'access.json'),
    starterFile: join(dataDir, 'starter.json'),
    logFile: join(dataDir, 'server.log'),
    lockFile: join(dataDir, 'start.lock'),
  };
}

function pointer(dataDir: string): string {
  return join(dataDir, 'cluster.location');
}

async function movedTo(dataDir: string): Promise<string | null> {
  const text = await readFile(pointer(dataDir), 'utf8').catch(() => null);
  if (text === null) return null;
  const path = text.trim();
  // The pointer is followed by root: only a path this program would have written is believed.
  if (/^\/var\/lib\/runseal\/cluster-[0-9a-f]{16}\/cluster$/.test(path)) return path;
  throw new ServerError(
    'runseal.postgres_data_dir',
    `${pointer(dataDir)} does not name a place of ours. Remove it if you did not expect it, or restore it from your backup.`,
  );
}

async function canEnter(path: string, account: Account): Promise<boolean> {
  if ((await stat(path).catch(() => null)) === null) return false;
  try {
    await run('/bin/sh', ['-c', 'cd -- "$0"', path], runAs(account));
    return true;
  } catch {
    return false;
  }
}
