/** A Postgres with one long record on it, and API processes that are each started for one measurement. */
import { mkdtemp } from 'node:fs/promises';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, API_MIGRATIONS } from '@runseal/api';
import { removeData, startPostgres } from '@runseal/infra/postgres';
import { fileSigner } from '@runseal/spine/node';
import { connect, migrate, openStore, SPINE_MIGRATIONS } from '@runseal/spine/postgres';
import { killRest, run as start, said } from '../../integration/api-process.ts';
import { fillRecord } from './long-record.ts';

const MB = 1024 * 1024;

/** What a process stood at before it was asked, and the most it took while it answered. Resident memory, MB. */
export interface Taken {
  readonly idle: number;
  readonly peak: number;
}

export interface MemoryHouse {
  readonly run: string;
  /** Asks an API process of its own, through `ask`, and says what it took. */
  measured(ask: (api: Api) => Promise<void>): Promise<Taken>;
  close(): Promise<void>;
}

export interface Api {
  /** Answers of any size: each piece is seen and let go. Throws where the answer is not 200. */
  get(path: string, see?: (piece: Uint8Array) => Promise<void> | void): Promise<void>;
}

export async function openMemoryHouse(events: number): Promise<MemoryHouse> {
  const dataDir = await mkdtemp(join(tmpdir(), 'runseal-bench-'));
  const server = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  const owner = connect(server.ownerUrl, { max: 2 });
  const service = connect(server.serviceUrl, { max: 4 });
  const env = {
    DATABASE_URL: server.ownerUrl,
    RUNSEAL_SERVICE_DATABASE_URL: server.serviceUrl,
    RUNSEAL_DATA_DIR: dataDir,
    RUNSEAL_PORT: '0',
    RUNSEAL_LOG_LEVEL: 'info',
    // As `npm start` and the image start it.
    NODE_OPTIONS: '--max-semi-space-size=8',
  };
  const close = async (): Promise<void> => {
    killRest();
    await Promise.all([owner.end(), service.end()]);
    await server.stop();
    await removeData(dataDir);
  };
  try {
    await migrate(owner, [SPINE_MIGRATIONS, API_MIGRATIONS]);
    const { key } = await createKey(owner, 'Bench');
    let run = '';
    await inProcess(env, async ({ url }) => {
      run = await submitted(url, key);
    });
    const signer = fileSigner(join(dataDir, 'keys', 'seal.pem'), { ifMissing: 'create' });
    await fillRecord({ store: openStore({ sql: service }), owner, signer }, run, events);
    return { run, close, measured: (ask) => measured(env, key, ask) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function measured(
  env: Readonly<Record<string, string>>,
  key: string,
  ask: (api: Api) => Promise<void>,
): Promise<Taken> {
  let taken: Taken | null = null;
  await inProcess(env, async ({ url, pid }) => {
    const api: Api = { get: (path, see = () => undefined) => answered(`${url}/api/v1${path}`, key, see) };
    // What the first request of all brings in is none of what is measured.
    await api.get('/runs');
    const idle = memoryOf(pid, 'VmRSS');
    // From here on VmHWM is the peak of what follows (proc(5), clear_refs).
    writeFileSync(`/proc/${String(pid)}/clear_refs`, '5');
    await ask(api);
    taken = { idle, peak: memoryOf(pid, 'VmHWM') };
  });
  return taken!;
}

/** Starts the API, does the work, stops it. */
async function inProcess(
  env: Readonly<Record<string, string>>,
  work: (at: { url: string; pid: number }) => Promise<void>,
): Promise<void> {
  const api = start('main', { env });
  await said(api, 'api ready');
  const line = api
    .log()
    .split('\n')
    .find((one) => one.includes('api ready'))!;
  try {
    await work({ url: (JSON.parse(line) as { url: string }).url, pid: api.child.pid! });
  } finally {
    api.child.kill('SIGTERM');
    await api.exited;
  }
}

async function submitted(url: string, key: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/goals`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ harness: 'echo', objective: 'Be long.', containmentFloor: 'process' }),
  });
  return ((await answer.json()) as { run: string }).run;
}

async function answered(url: string, key: string, see: (piece: Uint8Array) => Promise<void> | void): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  if (answer.status !== 200) throw new Error(`${url}: ${String(answer.status)} ${await answer.text()}`);
  for await (const piece of answer.body! as unknown as AsyncIterable<Uint8Array>) await see(piece);
}

function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'mu').exec(status)![1]) * 1024) / MB;
}
