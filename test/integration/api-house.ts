import {
  configOf,
  createApi,
  createKey,
  startWorker,
  API_MIGRATIONS,
  type Api,
  type Config,
  type Worker,
} from '@runseal/api';
import { createClient, type RunsealClient, type Wire } from '@runseal/api/client';
import { connect, SPINE_MIGRATIONS, type Sql } from '@runseal/spine/postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { testDatabase, type TestDatabase } from '../postgres/database.ts';
import { heldToDocument } from './held-to-document.ts';

/** A whole installation on a database of its own: API over real HTTP, workers when asked for. */
export interface House {
  readonly database: TestDatabase;
  readonly owner: Sql;
  readonly dataDir: string;
  readonly env: Record<string, string>;
  readonly config: Config;
  readonly key: string;
  api: Api;
  readonly client: RunsealClient;
  /** GET or any other request with the key. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  worker(more?: Partial<Config>): Promise<Worker>;
  close(): Promise<void>;
}

/** For those who wait until a worker that is gone has lost its runs. On a busy machine a living one is silent for seconds. */
export const SHORT_LEASE = { RUNSEAL_LEASE_MS: '1500' } as const;

/** Opens the installation. `env` adds to its configuration; `own` is a database on a server of the test's own. */
export async function openHouse(env: Record<string, string> = {}, own?: TestDatabase): Promise<House> {
  const database = own ?? (await testDatabase([SPINE_MIGRATIONS, API_MIGRATIONS]));
  const dataDir = await mkdtemp(join(tmpdir(), 'runseal-api-'));
  const all = {
    DATABASE_URL: database.ownerUrl,
    RUNSEAL_SERVICE_DATABASE_URL: database.serviceUrl,
    RUNSEAL_DATA_DIR: dataDir,
    RUNSEAL_PORT: '0',
    RUNSEAL_LOG_LEVEL: 'fatal',
    RUNSEAL_LEASE_MS: '6000',
    ...env,
  };
  const config = configOf(all);
  const owner = connect(database.ownerUrl, { max: 2 });
  const api = await createApi(config);
  const { key } = await createKey(owner, 'Ana Auditor');
  const workers: Worker[] = [];
  const house: House = {
    database,
    owner,
    dataDir,
    env: all,
    config,
    key,
    api,
    client: createClient({ baseUrl: api.url, apiKey: key, fetch: held }),
    ask: async (path, init = {}) => {
      const headers = { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string> | undefined) };
      return heldToDocument(init.method ?? 'GET', path, await fetch(`${house.api.url}${path}`, { ...init, headers }));
    },
    async worker(more = {}) {
      const worker = await startWorker({ ...config, ...more });
      workers.push(worker);
      return worker;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop({ drainMs: 0 }).catch(() => undefined)));
      await house.api.close();
      await owner.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return house;
}

const held = async (request: Request): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  return heldToDocument(request.method, `${pathname}${search}`, await fetch(request));
};

/** An objective that calls these tools, in order, through echo or the reference harness. */
export const calls = (...list: readonly (readonly [tool: string, args: object])[]): string =>
  ['Do what is spelled out.', ...list.map(([tool, args]) => `@${tool} ${JSON.stringify(args)}`)].join('\n');

/** Writes a letter and reads it back. */
export const LETTER = calls(
  ['workspace_write', { path: 'hello.txt', content: 'hello\n' }],
  ['workspace_read', { path: 'hello.txt' }],
);

/** Submits a goal through HTTP and answers the run's id. */
export async function submit(house: House, goal: object, key?: string): Promise<string> {
  const response = await house.ask('/api/v1/goals', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
    body: JSON.stringify({ harness: 'echo', containmentFloor: 'process', ...goal }),
  });
  const body = (await response.json()) as { run: string; code?: string; detail?: string };
  if (!response.ok) throw new Error(`${response.status} ${body.code}: ${body.detail}`);
  return body.run;
}

export async function show(house: House, run: string): Promise<Wire<'RunDetail'>> {
  return (await (await house.ask(`/api/v1/runs/${run}`)).json()) as Wire<'RunDetail'>;
}

/** Waits until the run satisfies the condition, looking at the API as a client would. */
export async function until(
  house: House,
  run: string,
  condition: (detail: Wire<'RunDetail'>) => boolean,
  ms = 60_000,
): Promise<Wire<'RunDetail'>> {
  const deadline = Date.now() + ms;
  for (;;) {
    const detail = await show(house, run);
    // A problem (503 while the database is away) is no run; a client looks again.
    if ('run' in detail && condition(detail)) return detail;
    if (Date.now() > deadline) throw new Error(`run ${run} did not get there: ${JSON.stringify(detail)}`);
    await pause(25);
  }
}

export const sealed = (detail: Wire<'RunDetail'>): boolean => detail.sealed;

/** All events of a run, by pages. */
export async function eventsOf(house: House, run: string): Promise<readonly Wire<'EventView'>[]> {
  const items: Wire<'EventView'>[] = [];
  for (;;) {
    const page = (await (
      await house.ask(`/api/v1/runs/${run}/events?after=${items.length}&limit=1000`)
    ).json()) as Wire<'EventPage'>;
    items.push(...page.items);
    if (page.items.length < 1000) return items;
  }
}
