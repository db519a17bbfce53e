/** What the person who runs this sees of it: metrics, readiness, and a version that has moved on. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { cuttableProxy, type CuttableProxy } from '../postgres/cuttable-proxy.ts';
import { calls, LETTER, openHouse, sealed, show, submit, until, type House } from './api-house.ts';
import { killRest, run, runWorker, said, type Running } from './api-process.ts';

const TOKEN = 'a-token-of-sixteen-or-more';
let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(async () => {
  killRest();
  await house.close();
});

/** An API process of its own; answers its address. */
async function api(env: Record<string, string>) {
  const program = run('main', { env: { ...house.env, RUNSEAL_LOG_LEVEL: 'info', ...env } });
  await said(program, 'api ready');
  const { url } = JSON.parse(program.log().trim().split('\n').at(-1)!) as { url: string };
  return { program, url };
}

interface Line {
  readonly level: number;
  readonly code?: string;
  readonly path?: string;
  readonly msg: string;
  readonly migrations?: readonly string[];
}

const linesOf = ({ log }: Running): readonly Line[] =>
  log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const scrape = (url: string, token = TOKEN): Promise<Response> =>
  fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });

/** name{label} → value. */
async function samples(url: string): Promise<Record<string, number>> {
  const lines = (await (await scrape(url)).text()).split('\n').filter((line) => /^[a-z]/.test(line));
  return Object.fromEntries(lines.map((line) => line.split(' ') as [string, string]).map(([k, v]) => [k, Number(v)]));
}

describe('metrics', () => {
  test('count what waits and what is driven, and name no run, workspace or person', async () => {
    const { url } = await api({ RUNSEAL_METRICS_TOKEN: TOKEN });
    const before = await samples(url);
    expect(before).toMatchObject({
      runseal_store_up: 1,
      runseal_runs_queued: 0,
      runseal_runs_queued_oldest_seconds: 0,
    });
    const runs = [await submit(house, { objective: LETTER }), await submit(house, { objective: LETTER })];
    const waiting = await samples(url);
    expect(waiting).toMatchObject({ runseal_runs_queued: 2, runseal_runs_driven: 0 });
    expect(waiting['runseal_runs_queued_oldest_seconds']).toBeGreaterThan(0);
    await house.worker();
    for (const id of runs) await until(house, id, sealed);
    let after = await samples(url);
    while (after['runseal_ledger_pending'] !== 0) after = await samples(url);
    expect(after).toMatchObject({ runseal_runs_queued: 0, runseal_runs_abandoned: 0 });
    expect(after['runseal_ledger_size']).toBeGreaterThanOrEqual(before['runseal_ledger_size']! + 4);
    // Each of them once, whatever it is about.
    const labelled = Object.keys(after).filter((name) => name.includes('{'));
    expect(labelled.filter((name) => !name.includes('le=') && !/_seconds_(sum|count)\{/.test(name)).sort()).toEqual([
      ...['2xx', '3xx', '4xx', '5xx'].map((of) => `runseal_http_responses_total{class="${of}"}`),
      expect.stringMatching(/^runseal_info\{version="[\d.]+"\}$/),
    ]);
  });

  test('time answers by their route, not by what was asked for, and leave out event streams', async () => {
    const { url } = await api({ RUNSEAL_METRICS_TOKEN: TOKEN });
    const headers = { authorization: `Bearer ${house.key}` };
    const run = await submit(house, { objective: LETTER });
    await house.worker();
    await until(house, run, sealed);
    const asked = [`runs/${run}`, `runs/${run}`, 'runs/nope', 'nothing/of/this/name', `runs/${run}/events/stream`];
    for (const path of asked) await (await fetch(`${url}/api/v1/${path}`, { headers })).text();
    await (await fetch(`${url}/%ff`)).text();
    await (
      await fetch(`${url}/api/v1/goals`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{',
      })
    ).text();
    const told = await samples(url);
    const counts = Object.entries(told).filter(([name]) => name.startsWith('runseal_http_answer_seconds_count'));
    expect(Object.fromEntries(counts)).toMatchObject({
      'runseal_http_answer_seconds_count{method="GET",route="/api/v1/runs/:run",class="2xx"}': 2,
      'runseal_http_answer_seconds_count{method="GET",route="/api/v1/runs/:run",class="4xx"}': 1,
      'runseal_http_answer_seconds_count{method="POST",route="/api/v1/goals",class="4xx"}': 1,
    });
    expect(counts.filter(([name]) => /nothing|nope|stream|%ff/.test(name) || name.includes(run))).toEqual([]);
    expect(told['runseal_http_answer_seconds_count{method="none",route="none",class="4xx"}']).toBeGreaterThan(0);
  });

  test('time the appends of workers, in the database: they stay when a worker goes', async () => {
    const { url } = await api({ RUNSEAL_METRICS_TOKEN: TOKEN });
    const before = (await samples(url))['runseal_append_seconds_count']!;
    const worker = await house.worker();
    const run = await submit(house, { objective: LETTER });
    const { events } = await until(house, run, sealed);
    await worker.stop();
    const after = await samples(url);
    const appends = after['runseal_append_seconds_count']! - before;
    expect(appends).toBeGreaterThan(5);
    expect(appends).toBeLessThanOrEqual(events);
    expect(after['runseal_append_seconds_bucket{le="+Inf"}']).toBe(after['runseal_append_seconds_count']);
    expect(after['runseal_append_seconds_sum']).toBeGreaterThan(0);
  });

  test('are for whoever has the token, and are not there without one', async () => {
    const { url } = await api({ RUNSEAL_METRICS_TOKEN: TOKEN });
    for (const token of ['', house.key, `${TOKEN}x`]) expect((await scrape(url, token)).status).toBe(401);
    expect((await scrape(house.api.url)).status).toBe(404);
  });

  test('say that the database is away, while it is', async () => {
    const proxy: CuttableProxy = await cuttableProxy(house.database.serviceUrl);
    const { url, program } = await api({ RUNSEAL_METRICS_TOKEN: TOKEN, RUNSEAL_SERVICE_DATABASE_URL: proxy.url });
    proxy.weather = 'lose-answers';
    proxy.cut();
    let away = await samples(url);
    while (away['runseal_store_up'] === 1) away = await samples(url);
    expect(away).toMatchObject({ runseal_store_up: 0 });
    expect(away).not.toHaveProperty('runseal_runs_queued');
    expect((await fetch(`${url}/ready`)).status).toBe(503);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    // What passes wakes nobody up, and what somebody searched for is not in the log.
    const search = `${url}/api/v1/runs?limit=words-of-somebody`;
    expect((await fetch(search, { headers: { authorization: `Bearer ${house.key}` } })).status).toBe(503);
    const told = linesOf(program).filter(({ path }) => path === '/api/v1/runs');
    expect(told).toMatchObject([{ level: 40, code: 'store_unavailable' }]);
    expect(program.log()).not.toContain('words-of-somebody');
    proxy.weather = 'pass';
    while ((await samples(url))['runseal_store_up'] !== 1);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    killRest();
    await proxy.close();
  });
});

test('A process that was asked to stop is not ready first, serves on for a while, then ends with 0', async () => {
  const { program, url } = await api({ RUNSEAL_DRAIN_MS: '1500' });
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  program.child.kill('SIGTERM');
  let ready = await fetch(`${url}/ready`);
  while (ready.status === 200) ready = await fetch(`${url}/ready`);
  expect([ready.status, ((await ready.json()) as { code: string }).code]).toEqual([503, 'stopping']);
  const asked = await fetch(`${url}/api/v1/session`, { headers: { authorization: `Bearer ${house.key}` } });
  expect(asked.status).toBe(200);
  expect(await program.exited).toEqual([0, null]);
});

test('A worker whose schema a newer version has moved on claims nothing more, says so, and ends', async () => {
  const worker = await runWorker({ env: house.env });
  await house.owner`insert into runseal_migrations.applied (folder, file, checksum) values ('api', '9999-later.sql', 'x')`;
  expect(await worker.exited).toEqual([1, null]);
  expect(linesOf(worker).find(({ code }) => code === 'schema_newer')?.migrations).toEqual(['api/9999-later.sql']);
  // Nor does it start again; whoever does, waits for nothing.
  const again = run('worker-main', { env: house.env });
  expect(await again.exited).toEqual([1, null]);
  expect(again.log()).toContain('(migration_unknown)');
  const id = await submit(house, { objective: calls(['workspace_list', { path: '.' }]) });
  expect(await show(house, id)).toMatchObject({ state: 'queued' });
});

test('A start with another key than there was says so, once', async () => {
  const env = { ...house.env, RUNSEAL_DATA_DIR: join(house.dataDir, 'elsewhere') };
  const [first, again] = [await runWorker({ env }), await runWorker({ env })];
  expect(first.log()).toContain('"code":"new_key"');
  expect(again.log()).not.toContain('new_key');
});

test('A client that leaves in the middle of its request is no trouble of the database, and of nobody', async () => {
  const { program, url } = await api({ RUNSEAL_LOG_LEVEL: 'debug' });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = ['POST /api/v1/goals?q=words-of-somebody HTTP/1.1', 'Host: x', `Authorization: Bearer ${house.key}`];
  socket.write([...head, 'Content-Type: application/json', 'Content-Length: 1000', '', '{"a":'].join('\r\n'));
  await fetch(`${url}/health`);
  socket.destroy();
  await said(program, 'the client left');
  expect(linesOf(program).filter(({ level }) => level > 30)).toEqual([]);
  expect(program.log()).not.toContain('words-of-somebody');
});
