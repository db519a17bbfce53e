import type { Wire } from '@runseal/api/client';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, openHouse, sealed, show, submit, until, type House } from './api-house.ts';
import { runsealHere as runseal, type Ran } from './cli-process.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const cli = (...args: string[]): Promise<Ran> =>
  runseal(args, { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: house.key });

describe('runseal halt', () => {
  test('stops a workspace, says so, and takes no goal of it until the halt is lifted', async () => {
    const run = await submit(house, { workspace: 'team-a', objective: 'hello' });
    const halted = await cli('halt', '--workspace', 'team-a', '--reason', 'a key leaked');
    expect(halted).toMatchObject({ code: 0, stderr: '' });
    expect(halted.stdout).toContain('workspace:team-a is halted: 1 run was told to stop');
    expect(await show(house, run)).toMatchObject({ halt: { reason: 'a key leaked', scope: 'workspace' } });
    await expect(submit(house, { workspace: 'team-a', objective: 'hello' })).rejects.toThrow('halt_stands');
    expect((await cli('halts')).stdout).toMatch(/workspace:team-a +stands +ana-auditor/);
    expect(
      (await cli('halt', '--workspace', 'team-a', '--lift', '--json')).json<Wire<'HaltOrderList'>>().items,
    ).toEqual([expect.objectContaining({ scope: 'workspace:team-a', liftedBy: 'ana-auditor' })]);
    await submit(house, { workspace: 'team-a', objective: 'hello' });
  });

  test('stops everything', async () => {
    const order = (await cli('halt', '--everything', '--reason', 'fire', '--json')).json<Wire<'HaltOrderPlaced'>>();
    expect(order).toMatchObject({ scope: 'global', reason: 'fire', replayed: false });
    expect((await cli('halt', '--everything', '--reason', 'other')).stdout).toContain('It stood already: fire');
    expect(await cli('halt', '--everything', '--lift')).toMatchObject({ code: 0 });
  });

  test.each([
    [[], 'Name one of'],
    [['x', '--everything', '--reason', 'r'], 'Name one of'],
    [['--everything'], 'A halt needs a reason'],
    [['x', '--lift'], 'stays halted'],
  ])('with %j is wrong usage', async (args, says) => {
    const ran = await cli('halt', ...args);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(says);
  });
});

test('runseal pools makes a budget and says what is left of it', async () => {
  await house.worker();
  expect((await cli('pools', 'list')).stdout).toContain('There is no pool');
  expect(await cli('pools', 'set', 'night', '--calls', '5')).toMatchObject({ code: 0 });
  const run = await submit(house, {
    objective: calls(['workspace_write', { path: 'a', content: 'x' }]),
    pool: 'night',
  });
  await until(house, run, sealed);
  expect((await cli('pools', 'list')).stdout).toMatch(/default +night +1 used of 5 +0 used of no limit/);
  expect((await cli('pools', 'list', '--json')).json<Wire<'PoolList'>>().items).toMatchObject([
    { pool: 'night', calls: { limit: 5, used: 1, held: 0 } },
  ]);
  expect((await cli('pools', 'set', 'night', '--calls', 'many')).code).toBe(2);
});

test('runseal workspace grant says, sets and takes back what goals of a workspace may do', async () => {
  const set = await cli('workspace', 'grant', 'set', 'team-g', '--grant', 'workspace_read,workspace_search');
  expect([set.code, set.stderr]).toEqual([0, '']);
  const run = await submit(house, { workspace: 'team-g', objective: 'hello' });
  expect((await show(house, run)).grant).toEqual(['workspace_read', 'workspace_search']);
  const folder = await mkdtemp(join(tmpdir(), 'runseal-grant-'));
  const file = join(folder, 'grant.json');
  const bounded = { action: 'workspace_write', paths: ['src/**'] };
  await writeFile(file, JSON.stringify([bounded]));
  const read = await cli('workspace', 'grant', 'set', 'team-g', '--file', file, '--json');
  expect(read.json<Wire<'WorkspaceGrantView'>>()).toMatchObject({ grant: [bounded], setBy: 'ana-auditor' });
  expect((await cli('workspace', 'grant', 'show', 'team-g')).stdout).toContain('paths ["src/**"]');
  const reset = await cli('workspace', 'grant', 'reset', 'team-g', '--json');
  expect(reset.json<Wire<'WorkspaceGrantView'>>().setBy).toBeNull();
  await rm(folder, { recursive: true });
});
