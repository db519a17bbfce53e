import { createKey } from '@runseal/api';
import type { Wire } from '@runseal/api/client';
import type { Report } from '@runseal/spine';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls, eventsOf, openHouse, sealed, submit, until, type House } from './api-house.ts';
import { killRest } from './api-process.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(async () => {
  killRest();
  await house.close();
});

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- one cast here instead of one a test
async function ask<T>(
  path: string,
  method = 'GET',
  body?: object,
  key = house.key,
): Promise<{ status: number; body: T }> {
  const response = await fetch(`${house.api.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}
const post = (path: string, body: object, key?: string) => ask<Record<string, unknown>>(path, 'POST', body, key);
const goal = (more: object = {}) => ({ objective: 'hello', harness: 'echo', containmentFloor: 'process', ...more });
const write = (path: string, content = 'x') => ['workspace_write', { path, content }] as const;
const payloads = async (run: string, type: string) =>
  (await eventsOf(house, run)).filter((event) => event.type === type).map(({ payload }) => payload);

async function verdict(run: string, name: string) {
  const { body } = await ask<Report>(`/runs/${run}/verification`);
  return body.verdicts.find((one) => one.name === name)!;
}

/** Runs until somebody stops it. */
const ENDLESS = {
  objective: calls(['run_command', { argv: ['sh', '-c', 'echo up > up; sleep 600'] }]),
  grant: ['run_command'],
};
const isUp = async (run: string) =>
  (await readFile(join(house.dataDir, 'runs', run, 'workspace', 'up'), 'utf8').catch(() => '')) !== '';
async function started(more: object = {}): Promise<string> {
  const run = await submit(house, { ...ENDLESS, ...more });
  while (!(await isUp(run))) await until(house, run, ({ state }) => state === 'queued' || state === 'running');
  return run;
}

describe('a grant within bounds', () => {
  test('is on the record, and calls out of it are refused', async () => {
    await house.worker();
    const run = await submit(house, {
      objective: calls(write('src/a'), write('b'), ['workspace_read', { path: 'src/a' }]),
      grant: [{ action: 'workspace_write', paths: ['src/**'] }, 'workspace_read'],
    });
    const detail = await until(house, run, sealed);
    expect(detail).toMatchObject({
      grant: ['workspace_write', 'workspace_read'],
      grantScopes: [{ action: 'workspace_write', paths: ['src/**'] }],
    });
    expect(await payloads(run, 'run.opened')).toMatchObject([
      {
        grant: ['workspace_write', 'workspace_read'],
        grant_scopes: [{ action: 'workspace_write', paths: ['src/**'] }],
      },
    ]);
    expect((await payloads(run, 'dispatch.rejected')).map(({ reason, call }) => [reason, call])).toEqual([
      ['scope_denied', 2],
    ]);
    expect((await payloads(run, 'dispatch.start')).map(({ call }) => call)).toEqual([1, 3]);
    expect(await verdict(run, 'governance')).toMatchObject({ state: 'pass' });
  });

  test.each([
    ['bounds that the action cannot tell', { action: 'run_command', paths: ['src/**'] }, 'scope_unsupported'],
    ['a glob that leads out', { action: 'workspace_read', paths: ['../**'] }, 'grant_invalid'],
    [
      'trust that asks for more than this host has',
      { action: 'run_command', trust: 'untrusted' },
      'containment_unavailable',
    ],
  ])('is refused at the door with %s', async (_, entry, code) => {
    expect(await post('/goals', goal({ grant: [entry] }))).toMatchObject({ status: 422, body: { code } });
  });

  test.each([
    ['an unknown keyword', { action: 'workspace_read', arguments: { pattern: 'x' } }],
    ['an action named twice', { action: 'workspace_read' }],
  ])('is refused at the door with %s', async (_, entry) => {
    const answer = await post('/goals', goal({ grant: ['workspace_read', entry] }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  });
});

describe('a brake', () => {
  test('halts a run that asks for the same thing again and again, and the record says so', async () => {
    await house.worker();
    const run = await submit(house, {
      objective: calls(...Array.from({ length: 5 }, () => write('a'))),
      limits: { brakes: { repeats: 3 } },
    });
    expect(await until(house, run, sealed)).toMatchObject({ state: 'halted', brakes: { repeats: 3 } });
    expect(await payloads(run, 'brake.engaged')).toMatchObject([{ limit: 'repeats', value: 4, allowed: 3 }]);
    expect(await payloads(run, 'run.halted')).toMatchObject([{ by: 'waist', scope: 'run' }]);
    expect(await payloads(run, 'dispatch.start')).toHaveLength(3);
    const [opened] = await payloads(run, 'run.opened');
    expect(opened!['limits']).toMatchObject({ brake_repeats: 3, brake_no_progress: 100 });
    expect(await verdict(run, 'governance')).toMatchObject({ state: 'pass' });
  });
});

describe('a shared budget', () => {
  test('is never passed by runs of many workers at once', async () => {
    await post('/pools', { pool: 'team', calls: 10 });
    await Promise.all([house.worker(), house.worker()]);
    const runs = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        submit(house, { objective: calls(...Array.from({ length: 4 }, (_x, i) => write(`${n}-${i}`))), pool: 'team' }),
      ),
    );
    for (const run of runs) await until(house, run, sealed);
    const started = await Promise.all(runs.map(async (run) => (await payloads(run, 'dispatch.start')).length));
    expect(started.reduce((sum, n) => sum + n, 0)).toBe(10);
    const refused = (await Promise.all(runs.map((run) => payloads(run, 'dispatch.rejected')))).flat();
    expect(refused.map(({ reason }) => reason)).toEqual(Array.from({ length: 14 }, () => 'budget_exceeded'));
    const { body } = await ask<Wire<'PoolList'>>('/pools');
    expect(body.items).toMatchObject([{ pool: 'team', calls: { limit: 10, used: 10, held: 0 } }]);
  });

  test('holds under direct fire, in one statement each', async () => {
    await post('/pools', { pool: 'team', tokens: 100 });
    const reserve = (tokens: number, hold: string) =>
      house.owner<{ reserve: boolean }[]>`select runseal.reserve('default', 'team', ${hold}, 'r', 0, ${tokens}, 0)`;
    const holds = Array.from(
      { length: 40 },
      (_, n) => `00000000-0000-0000-0000-0000000000${String(n).padStart(2, '0')}`,
    );
    const got = await Promise.all(holds.map(async (hold) => ((await reserve(7, hold))[0]!.reserve ? hold : null)));
    expect(got.filter((hold) => hold !== null)).toHaveLength(14);
    for (const hold of got.filter((one) => one !== null))
      await house.owner`select runseal.settle('default', 'team', ${hold}, 0, 1, 0)`;
    const { body } = await ask<Wire<'PoolList'>>('/pools');
    expect(body.items[0]!.tokens).toEqual({ limit: 100, used: 14, held: 0 });
  });

  test('that is not there is said at the door', async () => {
    expect(await post('/goals', goal({ pool: 'none' }))).toMatchObject({ status: 422, body: { code: 'pool_unknown' } });
  });
});

describe('the kill switch', () => {
  test('of a workspace stops its runs and no others, and refuses goals until it is lifted', async () => {
    await house.worker();
    const [ours, theirs] = [await started({ workspace: 'tenant-a' }), await started({ workspace: 'tenant-b' })];
    const placed = await post('/halt', { scope: 'workspace:tenant-a', reason: 'leak' });
    expect(placed).toMatchObject({ status: 200, body: { halted: 1, replayed: false } });
    expect(await until(house, ours, sealed)).toMatchObject({
      state: 'halted',
      halt: { reason: 'leak', by: 'ana-auditor', scope: 'workspace' },
    });
    expect(await payloads(ours, 'run.halted')).toEqual([{ reason: 'leak', by: 'ana-auditor', scope: 'workspace' }]);
    expect(await until(house, theirs, () => true)).toMatchObject({ state: 'running', halt: null });
    expect(await post('/goals', goal({ workspace: 'tenant-a' }))).toMatchObject({
      status: 409,
      body: { code: 'halt_stands' },
    });
    expect(await post('/halt', { scope: 'workspace:tenant-a', reason: 'other words' })).toMatchObject({
      body: { reason: 'leak', replayed: true },
    });
    expect(await ask('/halt?scope=workspace:tenant-a', 'DELETE')).toMatchObject({
      status: 200,
      body: { liftedBy: 'ana-auditor' },
    });
    expect(await ask('/halt?scope=workspace:tenant-a', 'DELETE')).toMatchObject({
      status: 404,
      body: { code: 'halt_unknown' },
    });
    expect((await post('/goals', goal({ workspace: 'tenant-a' }))).status).toBe(201);
  });

  test('of everything stops all, also what was not claimed yet', async () => {
    const waiting = await submit(house, goal());
    await post('/halt', { scope: 'global', reason: 'fire' });
    await house.worker();
    expect(await until(house, waiting, sealed)).toMatchObject({ state: 'halted', halt: { scope: 'global' } });
    expect((await post('/goals', goal())).body).toMatchObject({ code: 'halt_stands' });
    expect((await ask<Wire<'HaltOrderList'>>('/halt')).body.items).toMatchObject([{ scope: 'global', liftedAt: null }]);
  });

  test('reaches a goal that slipped in while it was placed', async () => {
    const run = await submit(house, goal());
    await post('/halt', { scope: 'global', reason: 'fire' });
    await house.owner`update runseal.goal set halt_reason = null, halt_by = null, halt_scope = null where run = ${run}`;
    await house.worker();
    expect(await until(house, run, sealed)).toMatchObject({
      state: 'halted',
      halt: { reason: 'fire', scope: 'global' },
    });
  });

  test('is not for those who may not see what it stops', async () => {
    const { key } = await createKey(house.owner, 'Fay', ['tenant-a']);
    expect(await post('/halt', { scope: 'global', reason: 'x' }, key)).toMatchObject({
      status: 403,
      body: { code: 'workspace_denied' },
    });
    expect((await post('/halt', { scope: 'workspace:tenant-b', reason: 'x' }, key)).status).toBe(403);
    expect((await post('/halt', { scope: 'workspace:tenant-a', reason: 'x' }, key)).status).toBe(200);
    expect((await post('/halt', { scope: 'everything', reason: 'x' })).status).toBe(400);
  });
});

describe('ground truth', () => {
  const done = { objective: calls(write('a')) };
  const checked = (...command: string[]) => ({ ...done, verify: { command } });

  test('a run without a check has completed, and is not grounded', async () => {
    await house.worker();
    const run = await submit(house, done);
    await until(house, run, sealed);
    const [outcome] = await payloads(run, 'outcome.recorded');
    expect(outcome).toMatchObject({ result: 'completed' });
    expect(outcome!['check']).toBeUndefined();
    expect(await verdict(run, 'ground_truth')).toMatchObject({ state: 'warn', code: 'runseal.unchecked' });
  });

  test('a check that passes makes it a success, and is named', async () => {
    await house.worker();
    const run = await submit(house, checked('test', '-f', 'a'));
    await until(house, run, sealed);
    expect(await payloads(run, 'outcome.recorded')).toMatchObject([{ result: 'success', check: 1 }]);
    expect(await verdict(run, 'ground_truth')).toMatchObject({ state: 'pass' });
  });

  test.each(['echo', 'reference'])('a check that fails contradicts %s, and both are on the record', async (harness) => {
    await house.worker();
    const run = await submit(house, { ...checked('test', '-f', 'never-made'), harness });
    expect(await until(house, run, sealed)).toMatchObject({ state: 'failed', errorCode: 'check_failed' });
    const events = await eventsOf(house, run);
    const ended = events.find(({ type }) => type === 'episode.ended')!;
    const check = events.find(({ type }) => type === 'check.recorded')!;
    expect(ended.payload).toMatchObject({ failed: false });
    expect(check.payload).toMatchObject({ passed: false, exit_code: 1 });
    expect(check.seq).toBeGreaterThan(ended.seq);
    const [outcome] = await payloads(run, 'outcome.recorded');
    expect(outcome).toMatchObject({ result: 'failure', check: 1 });
    expect(await verdict(run, 'ground_truth')).toMatchObject({ state: 'absent', code: 'runseal.check_failed' });
  });
});
