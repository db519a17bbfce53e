import { access, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrateAll } from '@runseal/api';
import { removeData, startPostgres, type RunningPostgres } from '@runseal/infra/postgres';
import type { Report } from '@runseal/spine';
import { calls, eventsOf, openHouse, sealed, submit, until, type House } from './api-house.ts';
import { killRest, runWorker, type Running } from './api-process.ts';
import { readSse } from './sse-reader.ts';

const LEASE_MS = 1000;

/** A server of this file's own, so that it can be taken away. It comes back on the same port. */
let dataDir: string;
let server: RunningPostgres;
let house: House;
let worker: Running;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'runseal-away-'));
  server = await startPostgres({ dataDir });
  await migrateAll(server.ownerUrl);
  house = await openHouse(
    { RUNSEAL_STORE_PATIENCE_MS: '20000', RUNSEAL_HEARTBEAT_MS: '100', RUNSEAL_LEASE_MS: String(LEASE_MS) },
    {
      ownerUrl: server.ownerUrl,
      serviceUrl: server.serviceUrl,
      adminUrl: server.adminUrl,
      drop: () => Promise.resolve(),
    },
  );
  // A process of its own: what it does while the database is away must not depend on this one.
  worker = await runWorker({ env: house.env });
});

afterAll(async () => {
  killRest();
  await house.close();
  await server.stop();
  await removeData(dataDir);
});

const fileOf = (run: string, name: string) => join(house.dataDir, 'runs', run, 'workspace', name);
const waiting = calls(
  ['run_command', { argv: ['sh', '-c', 'echo ran >> trace; while [ ! -e go ]; do sleep 0.05; done'] }],
  ['workspace_write', { path: 'after.txt', content: 'x' }],
);

async function untilThere(path: string): Promise<void> {
  while (
    !(await access(path).then(
      () => true,
      () => false,
    ))
  )
    await pause(20);
}

async function statusWithCode(path: string): Promise<[number, string | undefined]> {
  const response = await house.ask(path);
  return [response.status, ((await response.json()) as { code?: string }).code];
}

async function failedVerdicts(run: string) {
  const report = (await (await house.ask(`/api/v1/runs/${run}/verification`)).json()) as Report;
  return report.verdicts.filter(({ state }) => state === 'fail');
}

test('Postgres goes away in mid-run and comes back: requests say so, nothing is dispatched meanwhile, nothing is lost or doubled', async () => {
  const run = await submit(house, { objective: waiting, grant: ['run_command', 'workspace_write'] });
  await untilThere(fileOf(run, 'trace'));
  const frames: string[] = [];
  // It is open before the database goes.
  const stream = await house.ask(`/api/v1/runs/${run}/events/stream`);
  expect(stream.status).toBe(200);
  const streaming = (async () => {
    for await (const { id, event } of readSse(stream)) frames.push(event === 'end' ? event : id);
  })();

  await server.stop();
  expect(await statusWithCode('/ready')).toEqual([503, 'store_unavailable']);
  expect(await statusWithCode('/api/v1/runs')).toEqual([503, 'store_unavailable']);
  expect((await house.ask('/health')).status).toBe(200);
  await writeFile(fileOf(run, 'go'), '');
  // The next call may not happen: its start cannot be recorded. The lease is over before the database is back,
  // and the run still belongs to whoever drives it.
  await pause(LEASE_MS + 100);
  await expect(access(fileOf(run, 'after.txt'))).rejects.toMatchObject({ code: 'ENOENT' });

  server = await startPostgres({ dataDir });
  const detail = await until(house, run, sealed);
  expect(detail).toMatchObject({ state: 'completed', sealed: true });
  expect((await readFile(fileOf(run, 'trace'), 'utf8')).trim()).toBe('ran');
  const events = await eventsOf(house, run);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1));
  expect(events.filter(({ type }) => type === 'dispatch.start')).toHaveLength(2);
  expect(events.filter(({ type }) => type === 'dispatch.end')).toHaveLength(2);
  expect(await failedVerdicts(run)).toEqual([]);
  await streaming;
  expect(frames).toEqual([...events.map(({ seq }) => String(seq)), 'end']);
});

test('after an outage, new goals are taken and driven as before', async () => {
  await server.stop();
  server = await startPostgres({ dataDir });
  const run = await submitted();
  expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
  expect(worker.child.exitCode).toBeNull();
});

/** The first request after an outage may still meet a connection that has not noticed; a client tries again. */
async function submitted(): Promise<string> {
  for (;;) {
    try {
      return await submit(house, { objective: 'hello' }, 'after-outage');
    } catch (error) {
      if (!String(error).includes('store_unavailable')) throw error;
      await pause(50);
    }
  }
}

test('an outage longer than a run waits: the run is left, and ends as lost by its worker, sealed', async () => {
  worker.child.kill('SIGTERM');
  await worker.exited;
  worker = await runWorker({ env: { ...house.env, RUNSEAL_STORE_PATIENCE_MS: '300' } });
  const run = await submit(house, { objective: waiting, grant: ['run_command', 'workspace_write'] });
  await untilThere(fileOf(run, 'trace'));
  await server.stop();
  await writeFile(fileOf(run, 'go'), '');
  while (!worker.log().includes('run left to the next worker')) await pause(50);
  server = await startPostgres({ dataDir });
  const detail = await until(house, run, sealed);
  expect(detail).toMatchObject({ state: 'failed', errorCode: 'worker_lost' });
  await expect(access(fileOf(run, 'after.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await failedVerdicts(run)).toEqual([]);
});
