/**
 * Goals a second that two and ten worker processes drive on one Postgres, against one worker process on the same goals. A worker
 * and its share of Postgres keep some one and a half cores busy, so on two cores two workers are near all there is, and eight
 * more only share it: what the row of ten shows there is what ten processes cost beside what one does.
 */
import { configOf, createApi, createKey, migrateAll } from '@runseal/api';
import { removeData, startPostgres } from '@runseal/infra/postgres';
import { connect, type Sql } from '@runseal/spine/postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '../integration/api-house.ts';
import { runWorker, type Running } from '../integration/api-process.ts';

interface Row {
  readonly bench: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number;
  readonly ratio: number;
}

const GOALS = 200;
/** Goals a worker drives before its speed is measured: a cold program, on cold connections, is a slow one. */
const WARM_UP = 40;
const WORKSPACES = 4;
const WORKERS = { 'workers.two': 2, 'workers.ten': 10 };
/** Three calls: six durable commits, and some six more for the episode, the outcome and the seal. */
const OBJECTIVE = calls(...[1, 2, 3].map((n) => ['workspace_write', { path: `${n}.txt`, content: 'x' }] as const));

export default async function bench(emit: (row: Row) => void): Promise<void> {
  const base = await mkdtemp(join(tmpdir(), 'runseal-bench-'));
  const server = await startPostgres({ dataDir: join(base, 'postgres') });
  const env = {
    DATABASE_URL: server.ownerUrl,
    RUNSEAL_SERVICE_DATABASE_URL: server.serviceUrl,
    RUNSEAL_DATA_DIR: join(base, 'data'),
    RUNSEAL_PORT: '0',
    RUNSEAL_LOG_LEVEL: 'fatal',
    RUNSEAL_WORKER_RUNS: '4',
  };
  const sql = connect(server.ownerUrl, { max: 2 });
  try {
    await migrateAll(server.ownerUrl);
    const api = await createApi(configOf(env));
    const { key } = await createKey(sql, 'Bench');
    const baseline = await goalsPerSecond(1, { sql, env, url: api.url, key });
    for (const [name, count] of Object.entries(WORKERS)) {
      const value = await goalsPerSecond(count, { sql, env, url: api.url, key });
      emit({ bench: name, value, unit: 'goals/s', baseline, ratio: Number((value / baseline).toFixed(3)) });
    }
    await api.close();
  } finally {
    await sql.end();
    await server.stop();
    await removeData(join(base, 'postgres'));
    await rm(base, { recursive: true, force: true });
  }
}

interface Means {
  readonly sql: Sql;
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  readonly key: string;
}

async function goalsPerSecond(count: number, { sql, env, url, key }: Means): Promise<number> {
  const workers: Running[] = [];
  for (let n = 0; n < count; n += 1) workers.push(await runWorker({ env }));
  const signal = (name: NodeJS.Signals): void => workers.forEach(({ child }) => void child.kill(name));
  for (const [goals, name] of [
    [WARM_UP * count, `warm-up-${count}`],
    [GOALS, `${count}-workers`],
  ] as const) {
    // All goals wait before the first is claimed.
    signal('SIGSTOP');
    for (let n = 0; n < goals; n += 1) await submit(url, key, `${name}-${n % WORKSPACES}`);
    signal('SIGCONT');
    await untilSealed(sql, `${name}-%`);
  }
  const ours = `${count}-workers-%`;
  const [spent] = await sql<{ seconds: number; twice: number }[]>`
    select extract(epoch from max(sealed_at) - min(started_at))::float8 as seconds,
      (count(*) filter (where attempts <> 1 or state <> 'completed'))::int as twice
    from runseal.goal where workspace like ${ours}`;
  if (spent!.twice > 0) throw new Error(`${spent!.twice} goals were not driven once and to their end.`);
  signal('SIGTERM');
  for (const { exited } of workers) await exited;
  return Number((GOALS / spent!.seconds).toFixed(1));
}

async function untilSealed(sql: Sql, workspaces: string): Promise<void> {
  for (;;) {
    const [row] = await sql<{ open: number }[]>`
      select count(*)::int as open from runseal.goal where workspace like ${workspaces} and sealed_at is null`;
    if (row!.open === 0) return;
    await pause(50);
  }
}

async function submit(url: string, key: string, workspace: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/goals`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ harness: 'echo', objective: OBJECTIVE, workspace }),
  });
  if (!answer.ok) throw new Error(`A goal was refused: ${await answer.text()}`);
}
