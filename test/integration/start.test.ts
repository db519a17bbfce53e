import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type RunsealClient } from '@runseal/api/client';
import { removeData, stopPostgres } from '@runseal/infra/postgres';
import type { Report } from '@runseal/spine';
import { ended, ROOT, type Ran } from './cli-process.ts';

const START = join(ROOT, 'infra', 'start.mjs');

describe('npm start, once everything is built', () => {
  let dataDir: string;
  let env: Record<string, string>;
  let house: Started;
  let key: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'runseal-start-'));
    const [api, web] = [await freePort(), await freePort()];
    env = { RUNSEAL_DATA_DIR: dataDir, RUNSEAL_PORT: String(api), RUNSEAL_WEB_PORT: String(web) };
    house = new Started(env);
    await house.says('Ready. Ctrl-C');
    key = (await readFile(join(dataDir, 'first-login.txt'), 'utf8')).trim();
  });
  afterAll(async () => {
    await house.stop('SIGKILL');
    await stopPostgres(join(dataDir, 'postgres'));
    await removeData(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('shows the way in, and keeps the first login private', async () => {
    expect(house.output).toContain(`http://127.0.0.1:${env['RUNSEAL_WEB_PORT']}`);
    expect(house.output).toContain(key);
    expect((await stat(join(dataDir, 'first-login.txt'))).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o066).toBe(0);
  });

  it('has run the welcome goal natively and through the reference harness, sealed and verified both', async () => {
    const { data } = await client(env, key).GET('/api/v1/runs');
    expect(
      data?.items
        .map(({ harness, state, sealed }) => ({ harness, state, sealed }))
        .sort((a, b) => a.harness.localeCompare(b.harness)),
    ).toEqual([
      { harness: 'echo', state: 'completed', sealed: true },
      { harness: 'reference', state: 'completed', sealed: true },
    ]);
    const mixes = data?.items.map(({ tiers }) => tiers.attested > 0 && tiers.unobserved > 0).sort();
    expect(mixes).toEqual([false, true]);
    expect(house.output).toMatch(/echo +\d+ +enforced \d+ · attested 0 · unobserved 0 +pass +pass/);
  });

  it('serves the dashboard', async () => {
    const answer = await fetch(`http://127.0.0.1:${env['RUNSEAL_WEB_PORT']}/`, { redirect: 'follow' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
  });

  it('refuses a second start on the same data, one on a port in use, a wrong setting and a database that is away', async () => {
    expect(await start(env)).toMatchObject({ code: 1, stderr: expect.stringContaining('(already_running)') as string });
    const elsewhere = await mkdtemp(join(tmpdir(), 'runseal-start-'));
    try {
      expect(await start({ ...env, RUNSEAL_DATA_DIR: elsewhere })).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/RUNSEAL_PORT.*\(port_in_use\)/) as string,
      });
      expect(await start({ ...env, RUNSEAL_DATA_DIR: elsewhere, RUNSEAL_PORT: 'x' })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('(setting_invalid)') as string,
      });
      const noDatabase = {
        RUNSEAL_DATA_DIR: elsewhere,
        RUNSEAL_PORT: String(await freePort()),
        RUNSEAL_WEB_PORT: String(await freePort()),
        DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x',
      };
      const refused = await start(noDatabase);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('(database_unreachable)') as string });
      expect(refused.stdout + refused.stderr).not.toContain('hunter2');
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  });

  it('stops with the reason when a part dies, and leaves no process', async () => {
    const worker = (await processesOf(dataDir)).find(({ args }) => args.includes('worker-main.js'));
    process.kill(worker?.pid ?? Number.NaN, 'SIGKILL');
    await house.exited;
    expect(house.code).toBe(1);
    expect(house.output).toMatch(/worker ended by itself \(signal SIGKILL\).*\(service_died\)/);
    expect(await processesOf(dataDir)).toEqual([]);
  });

  it('starts again on what was there, with the same key, and stops in order on Ctrl-C', async () => {
    house = new Started(env);
    await house.says('Ready. Ctrl-C');
    expect(house.output).not.toContain(key);
    expect(house.output).toContain('first-login.txt');
    const { data } = await client(env, key).GET('/api/v1/runs');
    expect(data?.items).toHaveLength(2);
    await house.stop('SIGINT');
    expect(house.code).toBe(0);
    expect(house.output.trimEnd()).toMatch(/Stopped\.$/);
    expect(await processesOf(dataDir)).toEqual([]);
  });

  it('makes a new key when the old one is gone', async () => {
    await writeFile(join(dataDir, 'first-login.txt'), 'rsk_not-a-key\n');
    house = new Started(env);
    await house.says('Ready. Ctrl-C');
    const made = (await readFile(join(dataDir, 'first-login.txt'), 'utf8')).trim();
    expect((await client(env, made).GET('/api/v1/runs')).response.status).toBe(200);
    await house.stop('SIGTERM');
    expect(await processesOf(dataDir)).toEqual([]);
  });
});

describe('npm run demo, once everything is built', () => {
  const DEMO = join(ROOT, 'infra', 'demo.mjs');

  it('exports two records that verify, prints one table and cleans up', async () => {
    const out = await mkdtemp(join(tmpdir(), 'runseal-demo-out-'));
    try {
      const { code, stdout } = await ended(process.execPath, [DEMO, '--no-setup', '--out', out]);
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/echo .*\n.*reference /) as string });
      const files = (await readdir(out)).sort();
      const records = files.filter((file) => file.endsWith('.provetrail'));
      expect(records).toHaveLength(2);
      expect(files).toEqual(
        [
          ...records.flatMap((file) =>
            ['.content.jsonl', '.leaves', '.provetrail', '.tlog-proof'].map((ending) =>
              file.replace('.provetrail', ending),
            ),
          ),
          'keys.json',
        ].sort(),
      );
      for (const file of records) {
        const args = [
          join(ROOT, 'apps', 'cli', 'bin', 'runseal.mjs'),
          'verify',
          join(out, file),
          '--keys',
          join(out, 'keys.json'),
        ];
        expect(await ended(process.execPath, args)).toMatchObject({ code: 3 });
        // The table judges what lies there: the verdicts are those of the command it prints.
        const { verdicts } = (await ended(process.execPath, [...args, '--json'])).json<Report>();
        const row = stdout.split('\n').find((line) => line.startsWith(file.replace('.provetrail', '')))!;
        const states = row.match(/(?<= )(?:pass|fail|warn|absent)(?= |$)/gu);
        expect(states).toEqual(verdicts.map(({ state }) => state));
        expect(verdicts.find(({ name }) => name === 'independence')).toMatchObject({ state: 'warn' });
      }
    } finally {
      await rm(out, { recursive: true });
    }
  });

  it('says how it is used', async () => {
    expect(await ended(process.execPath, [DEMO, '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--out DIR') as string,
    });
    expect(await ended(process.execPath, [DEMO])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('(usage)') as string,
    });
    expect(await ended(process.execPath, [DEMO, '--outt', 'x'])).toMatchObject({ code: 2 });
  });

  it('exits 1 with the reason when it cannot write', async () => {
    const { code, stderr } = await ended(process.execPath, [
      DEMO,
      '--no-setup',
      '--out',
      join(ROOT, 'package.json', 'x'),
    ]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('(file_unwritable)') as string });
  });
});

/** One `npm start` as a process of its own. */
class Started {
  output = '';
  code: number | null = null;
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;

  constructor(env: Record<string, string>) {
    this.#child = spawn(process.execPath, [START, '--no-setup'], {
      cwd: ROOT,
      env: { ...bare(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.exited = once(this.#child, 'close').then(([code]) => void (this.code = code as number | null));
  }

  async says(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        throw new Error(`It ended before it said "${text}":\n${this.output}`);
      await pause(20);
    }
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    this.#child.kill(signal);
    await this.exited;
  }
}

const start = (env: Record<string, string>): Promise<Ran> => ended(process.execPath, [START, '--no-setup'], env);

const client = (env: Record<string, string>, apiKey: string): RunsealClient =>
  createClient({ baseUrl: `http://127.0.0.1:${env['RUNSEAL_PORT']}`, apiKey });

const bare = (): Record<string, string> => ({ PATH: process.env['PATH'] ?? '' });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Live processes that were given this data directory, by their environment or their arguments. */
async function processesOf(dataDir: string): Promise<{ pid: number; args: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const all = await Promise.all(
    pids.map(async (pid) => ({
      pid: Number(pid),
      args: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      env: await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
    })),
  );
  return all
    .filter(({ args, env }) => args.includes(dataDir) || env.includes(dataDir))
    .map(({ pid, args }) => ({ pid, args }));
}
