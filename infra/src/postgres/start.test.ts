import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { isAlive } from './postmaster.ts';
import { removeData, startPostgres, stopPostgres } from './index.ts';
import type { PostgresOptions, RunningPostgres } from './start.ts';

const AS_ROOT = process.getuid?.() === 0;
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) {
    await stopPostgres(join(folder, 'data')).catch(() => undefined);
    await removeData(join(folder, 'data')).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
});

/** A data directory that is not there yet. */
async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'runseal-start-'));
  await chmod(folder, 0o755);
  folders.push(folder);
  return join(folder, 'data');
}

function start(dataDir: string, more: Partial<PostgresOptions> = {}): Promise<RunningPostgres> {
  return startPostgres({ dataDir, durability: 'none', ...more });
}

async function ask<T extends object>(url: string, query: string): Promise<T[]> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined });
  try {
    return await sql.unsafe<T[]>(query);
  } finally {
    await sql.end();
  }
}

async function listenOn(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await pause(5);
}

test('A server keeps its data, its passwords and its port over a restart', async () => {
  const dataDir = await newDataDir();
  const first = await start(dataDir);
  await ask(first.ownerUrl, 'create table public.kept as select 42 as n');
  await first.stop();
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await start(dataDir);
  expect([second.ownerUrl, second.serviceUrl, second.origin]).toEqual([first.ownerUrl, first.serviceUrl, 'started']);
  await expect(ask(second.ownerUrl, 'select n from public.kept')).resolves.toEqual([{ n: 42 }]);
});

test('A server that runs already is used, and stopped by whoever started it', async () => {
  const dataDir = await newDataDir();
  const [one, two] = await Promise.all([start(dataDir), start(dataDir)]);
  expect(one.pid).toBe(two.pid);
  expect([one.origin, two.origin].sort()).toEqual(['adopted', 'started']);
  const [owner, guest] = one.origin === 'started' ? [one, two] : [two, one];
  await guest.stop();
  await expect(ask(guest.serviceUrl, 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
  await expect(start(dataDir, { port: owner.port + 1 })).rejects.toMatchObject({ code: 'runseal.postgres_busy' });
  await owner.stop();
  expect(isAlive(owner.pid)).toBe(false);
});

test('A server whose starter was killed belongs to the next one who starts it', async () => {
  const dataDir = await newDataDir();
  const script = `import { startPostgres } from ${JSON.stringify(new URL('../../dist/postgres/index.js', import.meta.url).href)};
    const { pid } = await startPostgres({ dataDir: process.env.DIR, durability: 'none' });
    console.log(pid); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  await once(child, 'exit');
  const next = await start(dataDir);
  expect([next.pid, next.origin]).toEqual([Number(printed), 'started']);
  await next.stop();
  expect(isAlive(next.pid)).toBe(false);
});

test('A server that was killed starts again, also when another program has its old process number by now', async () => {
  const dataDir = await newDataDir();
  const first = await start(dataDir);
  await ask(first.ownerUrl, 'create table public.kept as select 42 as n');
  process.kill(first.pid, 'SIGKILL');
  await untilGone(first.pid);
  const second = await start(dataDir);
  await expect(ask(second.ownerUrl, 'select n from public.kept')).resolves.toEqual([{ n: 42 }]);
  await second.stop();
  const cluster = await clusterOf(dataDir);
  const { uid, gid } = await stat(cluster);
  const stranger = spawn('/bin/sh', ['-c', 'read line'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    ...(AS_ROOT ? { uid, gid } : {}),
    cwd: '/',
  });
  await writeFile(join(cluster, 'postmaster.pid'), `${stranger.pid}\n${cluster}\n0\n1\n\n127.0.0.1\n\nready\n`);
  const third = await start(dataDir);
  expect(third.pid).not.toBe(stranger.pid);
  await expect(ask(third.ownerUrl, 'select n from public.kept')).resolves.toEqual([{ n: 42 }]);
  stranger.stdin?.end();
});

test('Passwords lie in one file that only its owner reads, and on no command line', async () => {
  const dataDir = await newDataDir();
  const server = await start(dataDir);
  const { mode } = await stat(join(dataDir, 'access.json'));
  expect(mode & 0o777).toBe(0o600);
  const passwords = [server.ownerUrl, server.serviceUrl, server.adminUrl].map((url) => new URL(url).password);
  expect(new Set(passwords).size).toBe(3);
  expect(Math.min(...passwords.map(({ length }) => length))).toBeGreaterThanOrEqual(32);
  const commandLine = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(server.pid)], { encoding: 'utf8' });
  const log = await readFile(join(dataDir, 'server.log'), 'utf8');
  for (const password of passwords) expect(commandLine + log).not.toContain(password);
  await server.stop();
  await chmod(join(dataDir, 'access.json'), 0o644);
  await expect(start(dataDir)).rejects.toMatchObject({ code: 'runseal.postgres_data_dir' });
});

test('It listens on loopback only and lets nobody in without a password', async () => {
  const server = await start(await newDataDir());
  const wrong = new URL(server.serviceUrl);
  wrong.password = 'guess';
  await expect(ask(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  await expect(
    ask(
      server.adminUrl,
      `select current_setting('listen_addresses') as a, current_setting('unix_socket_directories') as u, current_setting('password_encryption') as p`,
    ),
  ).resolves.toEqual([{ a: '127.0.0.1', u: '', p: 'scram-sha-256' }]);
  await expect(ask(server.adminUrl, `select distinct type, auth_method from pg_hba_file_rules`)).resolves.toEqual([
    { type: 'host', auth_method: 'scram-sha-256' },
  ]);
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal);
  if (outside === undefined) return;
  const url = new URL(server.serviceUrl);
  url.hostname = outside.address;
  await expect(ask(url.href, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('Neither owner nor service is a superuser or may create roles and databases', async () => {
  const server = await start(await newDataDir());
  const rights = await ask(
    server.adminUrl,
    `select rolname from pg_roles where rolname in ('runseal_owner', 'runseal_service') and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication)`,
  );
  expect([...rights]).toEqual([]);
  await expect(ask(server.serviceUrl, 'create table public.t (n int)')).rejects.toMatchObject({ code: '42501' });
});

test('A taken port is an error when it was asked for, and avoided when not', async () => {
  const dataDir = await newDataDir();
  const first = await start(dataDir);
  await first.stop();
  const squatter = await listenOn(first.port);
  await expect(start(dataDir, { port: first.port })).rejects.toMatchObject({ code: 'runseal.postgres_port_in_use' });
  const second = await start(dataDir);
  expect(second.port).not.toBe(first.port);
  squatter.close();
});

test('A cluster of another Postgres version is refused and left alone', async () => {
  const dataDir = await newDataDir();
  await (await start(dataDir)).stop();
  const version = join(await clusterOf(dataDir), 'PG_VERSION');
  await writeFile(version, '12\n');
  await expect(start(dataDir)).rejects.toMatchObject({ code: 'runseal.postgres_version_mismatch' });
  await expect(readFile(version, 'utf8')).resolves.toBe('12\n');
});

test('A first start that was killed in the middle is done again whole', async () => {
  const dataDir = await newDataDir();
  await mkdir(join(dataDir, 'cluster.partial', 'cluster'), { recursive: true });
  await writeFile(join(dataDir, 'cluster.partial', 'cluster', 'PG_VERSION'), '18\n');
  await writeFile(join(dataDir, 'start.lock'), JSON.stringify({ pid: 999_999_999, birth: '1' }));
  const server = await start(dataDir);
  await expect(ask(server.serviceUrl, 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
  expect(await readdir(dataDir)).not.toContain('cluster.partial');
});

test('A data directory that cannot be made is refused', async () => {
  const dataDir = await newDataDir();
  await writeFile(dataDir, 'a file');
  await expect(start(join(dataDir, 'below'))).rejects.toMatchObject({ code: 'runseal.postgres_data_dir' });
});

(AS_ROOT ? describe : describe.skip)('As root (skipped for ordinary users, who cannot set these scenes)', () => {
  test('the server runs as another account, also from a folder that account cannot enter, and cleans up after itself', async () => {
    const dataDir = await newDataDir();
    await chmod(join(dataDir, '..'), 0o700);
    const server = await start(dataDir);
    const user = execFileSync('ps', ['-o', 'uid=', '-p', String(server.pid)], { encoding: 'utf8' });
    expect(Number(user)).not.toBe(0);
    await ask(server.ownerUrl, 'create table public.kept as select 42 as n');
    await server.stop();
    const again = await start(dataDir);
    await expect(ask(again.ownerUrl, 'select n from public.kept')).resolves.toEqual([{ n: 42 }]);
    await again.stop();
    const cluster = await clusterOf(dataDir);
    await removeData(dataDir);
    await expect(stat(cluster)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('a pointer to a foreign place is not followed', async () => {
    const dataDir = await newDataDir();
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'cluster.location'), '/etc\n');
    await expect(start(dataDir)).rejects.toMatchObject({ code: 'runseal.postgres_data_dir' });
    await rm(join(dataDir, 'cluster.location'));
  });

  const mountable = AS_ROOT && canMount();
  (mountable ? test : test.skip)(
    `a full disk is named, and the next start with room succeeds${mountable ? '' : ' (skipped: no right to mount a small disk here)'}`,
    async () => {
      const dataDir = await newDataDir();
      await mkdir(dataDir);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m,mode=755', 'tmpfs', dataDir]);
      try {
        await expect(start(dataDir)).rejects.toMatchObject({ code: 'runseal.postgres_disk_full' });
        execFileSync('mount', ['-o', 'remount,size=200m', dataDir]);
        await (await start(dataDir)).stop();
      } finally {
        execFileSync('umount', [dataDir]);
      }
    },
  );

  test('an ordinary user starts a server of their own', async () => {
    const dataDir = await newDataDir();
    await mkdir(dataDir);
    await chown(dataDir, 65_534, 65_534);
    const script = `import { startPostgres } from ${JSON.stringify(new URL('../../dist/postgres/index.js', import.meta.url).href)};
      const server = await startPostgres({ dataDir: process.env.DIR, durability: 'none' });
      console.log(server.pid); await server.stop();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, DIR: dataDir },
      cwd: '/',
      uid: 65_534,
      gid: 65_534,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
    expect((await stat(join(dataDir, 'cluster'))).uid).toBe(65_534);
  });
});

function canMount(): boolean {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'runseal-mount-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

async function clusterOf(dataDir: string): Promise<string> {
  const moved = await readFile(join(dataDir, 'cluster.location'), 'utf8').catch(() => null);
  return moved?.trim() ?? join(dataDir, 'cluster');
}
