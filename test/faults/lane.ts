/** A whole installation of real processes on a Postgres of its own: an API, a witness, and a worker that takes over what others leave. */
import { createKey, migrateAll } from '@runseal/api';
import { removeData, startPostgres, type RunningPostgres } from '@runseal/infra/postgres';
import { connect, openStore, type SpineStore, type Sql } from '@runseal/spine/postgres';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { honestWitness, type WitnessProcess } from '../ledger/witness-process.ts';
import { run, runWorker, said, type Running } from '../integration/api-process.ts';
import { POOL } from './episode.ts';

/** How long a silent worker keeps its runs. Milliseconds. */
export const LEASE_MS = 1000;
/** Often enough that a run is opened in one round and sealed in another. Milliseconds. */
const LEDGER_EVERY_MS = 50;

export class Lane {
  server: RunningPostgres;
  api!: Running;
  standby!: Running;
  readonly sql: Sql;
  readonly store: SpineStore;
  readonly dataDir: string;
  readonly #base: string;
  readonly #env: Record<string, string>;
  #witness: WitnessProcess | null = null;
  readonly #url: string;
  readonly #key: string;

  private constructor(of: { server: RunningPostgres; base: string; port: number; key: string }) {
    const { server, base, port, key } = of;
    this.server = server;
    this.#base = base;
    this.#key = key;
    this.#url = `http://127.0.0.1:${port}`;
    this.dataDir = join(base, 'data');
    this.sql = connect(server.ownerUrl, { max: 2 });
    this.store = openStore({ sql: this.sql });
    this.#env = {
      DATABASE_URL: server.ownerUrl,
      RUNSEAL_SERVICE_DATABASE_URL: server.serviceUrl,
      RUNSEAL_DATA_DIR: this.dataDir,
      RUNSEAL_PORT: String(port),
      RUNSEAL_LEASE_MS: String(LEASE_MS),
      RUNSEAL_LOG_LEVEL: 'info',
      RUNSEAL_LEDGER_EVERY_MS: String(LEDGER_EVERY_MS),
    };
  }

  static async open(): Promise<Lane> {
    const base = await mkdtemp(join(tmpdir(), 'runseal-faults-'));
    const server = await startPostgres({ dataDir: join(base, 'postgres') });
    await migrateAll(server.ownerUrl);
    const owner = connect(server.ownerUrl, { max: 1 });
    const { key } = await createKey(owner, 'Walker');
    await owner.end();
    const lane = new Lane({ server, base, key, port: await freePort() });
    await lane.startApi();
    await lane.startWitness();
    lane.standby = await lane.worker();
    await lane.ask('/api/v1/pools', { pool: POOL });
    return lane;
  }

  /** A worker process; with an order, one that is here to be killed or held. */
  worker(order?: object): Promise<Running> {
    return runWorker({ env: { ...this.#env, ...fault(order) } });
  }

  /** Starts the API; the one before must be gone. */
  async startApi(order?: object): Promise<void> {
    const api = run('main', { env: { ...this.#env, ...fault(order) } });
    this.api = api;
    await said(api, 'api ready');
  }

  /** A witness of this installation's ledger; its processes are started again, to know whom to ask. */
  private async startWitness(): Promise<void> {
    const { items } = await this.ask<{ items: readonly { vkey: string }[] }>('/api/v1/keys');
    const log = items[0]!.vkey;
    const { vkey, url } = (this.#witness = await honestWitness(this.#base, 'walk-witness', log));
    const policy = join(this.#base, 'policy');
    await writeFile(policy, [`log ${log}`, `witness w ${vkey} ${url}`, 'group q 1 w', 'quorum q', ''].join('\n'));
    this.#env['RUNSEAL_WITNESS_POLICY'] = policy;
    this.api.child.kill('SIGKILL');
    await this.api.exited;
    await this.startApi();
  }

  /** Ends Postgres at once, as a power cut of its machine's would, and starts it again. */
  async killPostgres(): Promise<void> {
    process.kill(this.server.pid, 'SIGQUIT');
    while (alive(this.server.pid)) await pause(5);
    this.server = await startPostgres({ dataDir: join(this.#base, 'postgres') });
  }

  /** Asks as a client that tries again does: until an answer comes that is not about something being away. */
  async ask<T = Record<string, unknown>>(path: string, body?: object, headers: object = {}): Promise<T> {
    const init = {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    for (const until = Date.now() + 30_000; ;) {
      const answer = await fetch(this.#url + path, init).catch(() => null);
      if (answer !== null && answer.status !== 503) return (await answer.json()) as T;
      if (Date.now() > until) throw new Error(`${path}: nobody answers`);
      await pause(25);
    }
  }

  async close(): Promise<void> {
    for (const { child } of [this.api, this.standby]) child.kill('SIGKILL');
    await this.#witness?.kill();
    await this.sql.end({ timeout: 1 });
    await this.server.stop();
    await removeData(join(this.#base, 'postgres'));
    await rm(this.#base, { recursive: true, force: true });
  }
}

const fault = (order?: object): Record<string, string> =>
  order === undefined ? {} : { RUNSEAL_FAULT: JSON.stringify(order) };

export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
