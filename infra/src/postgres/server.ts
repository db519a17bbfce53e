import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { runAs, type Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Durability } from './cluster.ts';
import { failureOf, ServerError } from './errors.ts';
import type { Layout } from './layout.ts';
import { isAlive, livePostmaster, type Postmaster } from './postmaster.ts';

const LOG_LIMIT_BYTES = 16 * 1024 * 1024;
const START_LIMIT_MS = 120_000;
/** Postgres 18 may never finish a fast shutdown that is asked for during crash recovery. */
const FAST_STOP_LIMIT_MS = 15_000;
const LOOK_EVERY_MS = 10;
const SURVIVORS_LIMIT_MS = 30_000;
const SURVIVORS = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;

/**
 * Starts the server and waits until it takes connections (crash recovery included).
 * @throws ServerError with the cause its log names.
 */
export async function launch(
  layout: Layout,
  account: Account,
  binaries: Binaries,
  port: number,
  durability: Durability,
): Promise<Postmaster> {
  const until = Date.now() + SURVIVORS_LIMIT_MS;
  for (;;) {
    const outcome = await launchOnce(layout, account, binaries, serverArguments(layout, port, durability));
    if ('pid' in outcome) return outcome;
    // Processes of a server that was killed notice within moments; Postgres rightly refuses to start beside them.
    if (!SURVIVORS.test(outcome.printed) || Date.now() > until) {
      throw failureOf('The database server', outcome.printed, outcome.cause);
    }
    await pause(10 * LOOK_EVERY_MS);
  }
}

async function launchOnce(
  layout: Layout,
  account: Account,
  binaries: Binaries,
  args: readonly string[],
): Promise<Postmaster | { readonly printed: string; readonly cause: unknown }> {
  await rotateLog(layout.logFile);
  const log = await open(layout.logFile, 'a', 0o600);
  const from = (await log.stat()).size;
  try {
    const child = spawn(binaries.postgres, args, {
      ...runAs(account),
      // A group of its own: Ctrl-C in the terminal must reach the programs that use the database first.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.unref();
    return await untilReady(layout, child);
  } catch (cause) {
    if (cause instanceof ServerError) throw cause;
    return { printed: await printedSince(layout.logFile, from), cause };
  } finally {
    await log.close();
  }
}

/** Waits until a server that is already coming up (or going down) is ready; null when it went away. */
export async function settle(clusterDir: string): Promise<Postmaster | null> {
  const until = Date.now() + START_LIMIT_MS;
  for (;;) {
    const live = await livePostmaster(clusterDir);
    if (live === null || live.status === 'ready') return live;
    if (Date.now() > until)
      throw new ServerError(
        'runseal.postgres_busy',
        `The server of ${clusterDir} (process ${live.pid}) has been ${live.status} for two minutes. Look into its log, then start again.`,
      );
    await pause(LOOK_EVERY_MS);
  }
}

/** Fast shutdown: clients are disconnected, everything committed is written down. Immediate shutdown if that hangs. */
export async function halt(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await gone(pid, FAST_STOP_LIMIT_MS)) return;
  // Loses nothing committed either: the next start replays the log.
  signal(pid, 'SIGQUIT');
  if (await gone(pid, FAST_STOP_LIMIT_MS)) return;
  throw new ServerError(
    'runseal.postgres_busy',
    `The database server (process ${pid}) does not stop. Look into its log.`,
  );
}

function serverArguments(layout: Layout, port: number, durability: Durability): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    password_encryption: 'scram-sha-256',
    synchronous_commit: 'on',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...(durability === 'none' ? { fsync: 'off', full_page_writes: 'off' } : {}),
  };
  return ['-D', layout.clusterDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function untilReady(layout: Layout, child: ChildProcess): Promise<Postmaster> {
  let failed: Error | null = null;
  child.once('error', (error) => (failed = error));
  child.once('exit', (code, cause) => (failed = new Error(`exited with ${code ?? cause ?? 'nothing'}`)));
  const until = Date.now() + START_LIMIT_MS;
  while (failed === null) {
    const live = await livePostmaster(layout.clusterDir);
    if (live?.status === 'ready' && live.pid === child.pid) return live;
    if (Date.now() > until)
      throw new ServerError(
        'runseal.postgres_busy',
        `The database server is not ready after two minutes. It may be replaying its log: see ${layout.logFile}, then start again.`,
      );
    await pause(LOOK_EVERY_MS);
  }
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- set by the listeners above, which the compiler cannot see
  throw failed;
}

async function rotateLog(path: string): Promise<void> {
  const size = (await stat(path).catch(() => null))?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`);
}

async function printedSince(path: string, from: number): Promise<string> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  return bytes.subarray(from).toString('utf8');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function gone(pid: number, limitMs: number): Promise<boolean> {
  const until = Date.now() + limitMs;
  while (Date.now() < until) {
    if (!isAlive(pid)) return true;
    await pause(LOOK_EVERY_MS);
  }
  return false;
}
