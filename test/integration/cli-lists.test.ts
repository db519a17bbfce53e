import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Wire } from '@runseal/api/client';
import { setTimeout as pause } from 'node:timers/promises';
import { openHouse, sealed, submit, until, type House } from './api-house.ts';
import { runseal } from './cli-process.ts';

const FORMULA = '=HYPERLINK("http://evil.example","x"), "quoted"\nsecond line';
let house: House;
let folder: string;
const runs: string[] = [];

beforeAll(async () => {
  house = await openHouse();
  await house.worker();
  folder = await mkdtemp(join(tmpdir(), 'runseal-lists-'));
  for (const objective of ['first', FORMULA, 'third']) runs.push(await submit(house, { objective }));
  for (const run of runs) await until(house, run, sealed);
  const lag = async () => ((await (await house.ask('/api/v1/ledger')).json()) as Wire<'LedgerView'>).lag.pending;
  while ((await lag()) > 0) await pause(20);
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

const cli = (...args: string[]) => runseal(args, { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: house.key });
const lines = (text: string): string[] => text.trim().split('\n');

test('Runs are exported by the filter of their list, to a file and to stdout', async () => {
  const file = join(folder, 'runs.jsonl');
  expect((await cli('runs', '--state', 'completed', '--export', 'jsonl', '--out', file)).code).toBe(0);
  const exported = lines(await readFile(file, 'utf8')).map((line) => (JSON.parse(line) as { run: string }).run);
  expect(exported).toEqual([...runs].reverse());
  const none = await cli('runs', '--state', 'failed', '--export', 'jsonl');
  expect([none.code, none.stdout]).toEqual([0, '']);
  const csv = await cli('runs', '--search', runs[1]!, '--export', 'csv');
  expect(csv.stdout).toMatch(/^run,workspace,.*,objective,turns\r\n/u);
  expect(csv.stdout).toContain(`"'=HYPERLINK(""http://evil.example"",""x""), ""quoted""\nsecond line"`);
  const both = await cli('runs', '--export', 'csv', '--json');
  expect([both.code, both.stdout]).toEqual([2, '']);
  expect((await cli('runs', '--export', 'xml')).code).toBe(2);
});

test('Entries of the ledger and approvals are listed and exported', async () => {
  const page = (await cli('ledger', 'entries', '--limit', '2', '--json')).json<Wire<'LedgerPage'>>();
  expect(page.items.map(({ index }) => index)).toEqual([0, 1]);
  const all = await cli('ledger', 'entries', '--export', 'jsonl');
  expect(lines(all.stdout)).toHaveLength(page.size);
  const rest = await cli('ledger', 'entries', '--after', '3', '--export', 'csv');
  expect(lines(rest.stdout)).toHaveLength(page.size - 3 + 1);
  expect(rest.stdout).toMatch(/^index,kind,subject,workspace,leaf,fields,entry\r\n3,/u);
  const approvals = await cli('approvals', '--state', 'pending', '--export', 'csv');
  expect([approvals.code, approvals.stdout]).toEqual([0, expect.stringMatching(/^approval,run,[^\n]*\r\n$/u)]);
  expect((await cli('approvals', '--export', 'jsonl')).stdout).toBe('');
});
