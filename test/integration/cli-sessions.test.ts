import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHouse, type House } from './api-house.ts';
import { runseal } from './cli-process.ts';
import { startModel, type ModelEndpoint } from './model-endpoint.ts';
import { EXAMPLE, startHarness, type PythonHarness } from './python-harness.ts';

let house: House;
let model: ModelEndpoint;
let harness: PythonHarness;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runseal-cli-sessions-'));
  [model, harness] = [await startModel(), await startHarness(EXAMPLE)];
  house = await openHouse({
    RUNSEAL_OPERATOR_ADDR: '127.0.0.1:0',
    RUNSEAL_CHAT_BASE_URL: model.baseUrl,
    RUNSEAL_CHAT_API_KEY: 'k',
  });
  await house.worker();
});
afterAll(async () => {
  await house.close();
  await Promise.all([model.close(), harness.stop(), rm(folder, { recursive: true, force: true })]);
});

const cli = (...args: string[]) =>
  runseal(args, {
    RUNSEAL_URL: house.api.url,
    RUNSEAL_API_KEY: house.key,
    RUNSEAL_OPERATOR_URL: house.api.operatorUrl ?? '',
  });

test('a session from the command line: made, spoken to, forked, closed, and its lineage checked offline', async () => {
  const made = await cli('sessions', 'create', '--harness', 'echo', '--name', 'try', '--containment-floor', 'process');
  expect([made.code, made.stderr]).toEqual([0, '']);
  const said = await cli('sessions', 'say', 'try', 'Hello there', '--expect-last-seq', '2');
  expect([said.code, said.stderr]).toEqual([0, '']);
  expect(said.stdout).toContain('Hello there');
  expect(await cli('sessions', 'say', 'try', 'again', '--expect-last-seq', '2', '--json')).toMatchObject({ code: 4 });
  expect((await cli('sessions', 'redrive', 'try')).stderr).toContain('nothing_to_redrive');
  const forked = (await cli('sessions', 'fork', 'try', '--name', 'child', '--json')).json<{
    children: { session: string }[];
  }>();
  const parent = (await cli('sessions', 'show', 'try', '--json')).json<{ session: string }>().session;
  const child = forked.children[0]!.session;
  for (const session of ['try', 'child'])
    expect((await cli('sessions', 'close', session, '--reason', 'done')).code).toBe(0);
  for (const run of [parent, child]) expect((await cli('export', run, '--out', folder)).code).toBe(0);
  const files = [child, parent].map((run) => join(folder, `${run}.provetrail`));
  const keys = join(folder, 'keys.json');
  expect(await cli('sessions', 'lineage', ...files, '--keys', keys)).toMatchObject({ code: 0 });
  const swapped = await cli('sessions', 'lineage', ...files.toReversed(), '--keys', keys);
  expect([swapped.code, swapped.stdout]).toEqual([1, expect.stringContaining('runseal.not_forked')]);
  expect((await cli('sessions', 'replay', 'try', '--to', '2')).stdout.trim().split('\n')).toHaveLength(2);
  expect((await cli('sessions', 'list', '--project', 'default')).stdout).toContain('try');
});

test('a remote harness from the command line: registered, listed, retired', async () => {
  const registered = await cli('harness', 'register', 'py', `tcp://${harness.address}`);
  expect([registered.code, registered.stdout.trim()]).toEqual([0, 'remote:py: created']);
  expect((await cli('harness', 'register', 'py', `tcp://${harness.address}`)).stdout).toContain('unchanged');
  expect((await cli('harness', 'list')).stdout).toContain('remote:py');
  expect((await cli('harness', 'retire', 'py', '--reason', 'old')).stdout).toContain('retired (old)');
  expect((await cli('harness', 'register', 'far', 'tcp://10.0.0.1:1')).code).toBe(2);
});
