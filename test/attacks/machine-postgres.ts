import { serverAccount } from '@runseal/infra/postgres';
import { execFile, spawn } from 'node:child_process';
import { chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, untilReady } from './server-ready.ts';

const run = promisify(execFile);
const INSTALLED = '/usr/lib/postgresql';

/** A throw-away server of the Postgres that the machine itself has. */
export interface MachinePostgres {
  readonly major: string;
  url(database: string): string;
  /** Runs one of its programs as the server's account: stdin in, stdout out. */
  program(name: string, args: readonly string[]): Promise<string>;
  readonly folder: string;
  stop(): Promise<void>;
}

/** Its major version; null when the machine has none (Debian's layout). */
export async function machineMajor(): Promise<string | null> {
  const majors = await readdir(INSTALLED).catch(() => []);
  for (const major of majors.sort((a, b) => Number(b) - Number(a)))
    if ((await stat(join(INSTALLED, major, 'bin', 'postgres')).catch(() => null)) !== null) return major;
  return null;
}

export async function startMachinePostgres(major: string): Promise<MachinePostgres> {
  const bin = join(INSTALLED, major, 'bin');
  // Not under the user's own temporary folder: the server's account must reach it.
  const folder = await mkdtemp('/tmp/runseal-other-major-');
  const account = await accountOf(folder);
  const port = await freePort();
  const data = join(folder, 'data');
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'],
    account,
  );
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-c',
    'fsync=off',
  ];
  const server = spawn(join(bin, 'postgres'), args, { ...account, stdio: 'ignore' });
  const url = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGINT');
      await once(server, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(url('postgres'));
  } catch (error) {
    await stop();
    throw error;
  }
  const program = async (name: string, more: readonly string[]): Promise<string> =>
    (await run(join(bin, name), more, { ...account, maxBuffer: 256 * 1024 * 1024 })).stdout;
  return { major, url, program, folder, stop };
}

/** As the servers do that come along: a package that is installed may have left no account of its own. */
async function accountOf(folder: string): Promise<{ cwd: string; uid?: number; gid?: number }> {
  const { uid, gid } = await serverAccount(folder);
  if (uid === null || gid === null) return { cwd: folder };
  await chown(folder, uid, gid);
  return { cwd: folder, uid, gid };
}
