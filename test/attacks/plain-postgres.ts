/** Throw-away servers of the Postgres that comes along, as many as a scene needs, with the settings it needs. */
import { serverAccount, serverBinaries } from '@runseal/infra/postgres';
import { connect, migrationsIn, openLedger, openStore, SPINE_MIGRATIONS, type Sql } from '@runseal/spine/postgres';
import type { Signer } from '@runseal/spine';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { House } from './house.ts';
import { freePort, untilReady } from './server-ready.ts';

const run = promisify(execFile);

export interface PlainPostgres {
  readonly data: string;
  readonly port: number;
  url(database: string): string;
  /** At once, as when the machine is lost. */
  kill(): Promise<void>;
  /** By SIGKILL, with nothing said to anybody. */
  lose(): Promise<void>;
  stop(): Promise<void>;
}

interface Account {
  readonly cwd: string;
  readonly uid?: number;
  readonly gid?: number;
}

/** Runs the server's programs as an account that Postgres accepts. */
export interface Servers {
  readonly folder: string;
  /** A new cluster. */
  start(name: string, settings: readonly string[]): Promise<PlainPostgres>;
  /** A server over a data directory that is there; `ready` false: it need not answer yet. */
  startOver(data: string, settings: readonly string[]): Promise<PlainPostgres>;
  copy(from: string, to: string): Promise<void>;
  removeAll(): Promise<void>;
}

export async function openServers(): Promise<Servers> {
  // Not under the user's own temporary folder: the server's account must reach it.
  const folder = await mkdtemp('/tmp/runseal-plain-');
  const { uid, gid } = await serverAccount(folder);
  const { initdb, postgres } = await serverBinaries({ uid, gid });
  const account: Account = uid === null || gid === null ? { cwd: folder } : { cwd: folder, uid, gid };
  if (uid !== null && gid !== null) await chown(folder, uid, gid);
  const startOver: Servers['startOver'] = async (data, settings) => {
    const port = await freePort();
    const fixed = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
    const args = ['-D', data, '-p', String(port), ...[...fixed, ...settings].flatMap((setting) => ['-c', setting])];
    const child = spawn(postgres, args, { ...account, stdio: 'ignore' });
    const server = serverOf(child, data, port);
    try {
      await untilReady(server.url('postgres'));
      return server;
    } catch (error) {
      await server.kill();
      throw error;
    }
  };
  return {
    folder,
    startOver,
    async start(name, settings) {
      const data = join(folder, name);
      const args = ['-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'];
      await run(initdb, ['-D', data, ...args], account);
      return startOver(data, settings);
    },
    async copy(from, to) {
      await run('cp', ['-a', from, to], account);
    },
    removeAll: () => rm(folder, { recursive: true, force: true }),
  };
}

function serverOf(child: ChildProcess, data: string, port: number): PlainPostgres {
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    data,
    port,
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    kill: () => end('SIGQUIT'),
    lose: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
  };
}

/** The spine's tables, and an installation over them. */
export async function plainHouse(server: PlainPostgres, signer: Signer, stop: () => Promise<void>): Promise<House> {
  const admin = connect(server.url('postgres'), { max: 4 });
  for (const { text } of await migrationsIn(SPINE_MIGRATIONS)) await admin.unsafe(text);
  return houseOver(server, admin, signer, stop);
}

/** An installation over tables that are there. */
export function houseOver(server: PlainPostgres, admin: Sql, signer: Signer, stop: () => Promise<void>): House {
  return {
    admin,
    service: admin,
    signer,
    adminUrl: server.url('postgres'),
    store: openStore({ sql: admin }),
    ledger: openLedger({ sql: admin, signer, origin: 'runseal/attacked' }),
    async close() {
      await admin.end({ timeout: 1 });
      await stop();
    },
  };
}
