import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SliceReport } from '@runseal/spine/slice';
import { calls, openHouse, sealed, submit, until, type House } from './api-house.ts';
import { runseal } from './cli-process.ts';

let house: House;
let folder: string;
let run: string;
let size: number;

beforeAll(async () => {
  house = await openHouse();
  await house.worker();
  folder = await mkdtemp(join(tmpdir(), 'runseal-slice-'));
  run = await submit(house, {
    objective: calls(
      ['workspace_write', { path: 'a.txt', content: 'one' }],
      ['workspace_write', { path: 'b.txt', content: 'two' }],
    ),
    grant: ['workspace_write'],
  });
  ({ events: size } = await until(house, run, sealed));
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

const cli = (...args: string[]) => runseal(args, { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: house.key });

test('A slice is exported with what it takes to judge it, and says how much was left out', async () => {
  const out = await cli('export', run, '--from', '3', '--to', '4', '--out', folder, '--json');
  expect([out.code, out.stderr]).toEqual([0, '']);
  const { slice } = out.json<{ slice: string }>();
  expect(slice).toBe(join(folder, `${run}.3-4.slice`));
  const ran = await cli('verify', slice, '--keys', join(folder, 'keys.json'), '--json');
  expect(ran.code).toBe(3);
  const report = ran.json<SliceReport>();
  expect(report.slice).toEqual({ size, seqs: [3, 4], leftOut: size - 2, leftOutSeqs: `1-2,5-${size}` });
  const states = Object.fromEntries(report.verdicts.map(({ name, state, code }) => [name, `${state} ${code}`]));
  expect(states).toMatchObject({
    integrity: 'pass null',
    completeness: 'absent runseal.slice',
    independence: 'warn runseal.not_witnessed',
  });
  const content = await readFile(join(folder, `${run}.3-4.content.jsonl`), 'utf8');
  expect(content.trim().split('\n').length).toBeLessThanOrEqual(2);
});

test('Single events are picked, and those that are not there are named', async () => {
  const out = await cli('export', run, '--events', `1,${size}`, '--out', folder);
  expect(out.code).toBe(0);
  expect(await readdir(folder)).toContain(`${run}.1,${size}.slice`);
  const beyond = await cli('export', run, '--events', `${size + 1}`, '--out', folder);
  expect([beyond.code, beyond.stderr]).toEqual([4, expect.stringContaining('event_unknown')]);
  expect((await cli('export', run, '--events', 'a-b', '--out', folder)).code).toBe(2);
  expect((await cli('export', run, '--from', '4', '--to', '3', '--out', folder)).code).toBe(2);
  expect((await cli('export', run, '--from', '1', '--to', '2', '--package', '--out', folder)).code).toBe(2);
  const response = await house.ask(`/api/v1/runs/${run}/slice?events=0`);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, 'seqs_invalid']);
});

test('The script printed in the documentation verifies a slice with nothing of ours', async () => {
  const text = await readFile(new URL('../../docs/verify-without-us.md', import.meta.url), 'utf8');
  const script = join(folder, 'verify.mjs');
  await writeFile(script, /```js verify\.mjs\n([\s\S]*?)```/u.exec(text)![1]!);
  const [{ publicKeyHex }] = JSON.parse(await readFile(join(folder, 'keys.json'), 'utf8')) as [
    { publicKeyHex: string },
  ];
  const file = join(folder, `${run}.3-4.slice`);
  const printed = execFileSync(process.execPath, [script, file, publicKeyHex]).toString();
  expect(printed).toBe(`VERIFIED: events 3, 4 of ${run}; ${size - 2} of ${size} are left out\n`);
  const other = join(folder, 'changed.slice');
  const bytes = await readFile(file);
  bytes[bytes.indexOf(Buffer.from('stream')) + 8]! ^= 1;
  await writeFile(other, bytes);
  expect(spawnSync(process.execPath, [script, other, publicKeyHex]).status).toBe(1);
});
