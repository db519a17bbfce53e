import { createKey } from '@runseal/api';
import type { Wire } from '@runseal/api/client';
import { runseal } from './cli-process.ts';
import { calls, openHouse, sealed, submit, until, type House } from './api-house.ts';

let house: House;
let native: string;
let external: string;
let failed: string;
beforeAll(async () => {
  house = await openHouse();
  await house.worker();
  const objective = calls(['workspace_write', { path: 'a.txt', content: 'x' }]);
  native = await submit(house, { objective: `Ünïcode first. ${objective}`, model: 'model-a' });
  external = await submit(house, { objective, harness: 'reference', workspace: 'other' });
  failed = await submit(house, { objective, verify: { command: ['false'] } });
  for (const run of [native, external, failed]) await until(house, run, sealed);
});
afterAll(() => house.close());

const get = async <T>(path: string): Promise<T> => (await (await house.ask(`/api/v1${path}`)).json()) as T;
const found = async (query: string): Promise<readonly string[]> =>
  (await get<Wire<'RunPage'>>(`/runs?${query}`)).items.map(({ run }) => run);

const FILTERS: readonly (readonly [query: string, expected: () => readonly string[]])[] = [
  ['tool=workspace_write', () => [failed, external, native]],
  ['tool=run_command', () => []],
  ['gap=egress', () => [external]],
  ['share=all', () => [failed, native]],
  ['model=model-a', () => [native]],
  ['principal=ana-auditor&state=failed', () => [failed]],
  ['principal=nobody', () => []],
  ['workspace=other&gap=model_calls', () => [external]],
  ['sealed=no', () => []],
  ['odd=drift', () => []],
  ['verdict=failing', () => []],
  [`q=${encodeURIComponent('ÜNÏCO')}`, () => [native]],
  ['q=spelled+out', () => [failed, external, native]],
  ['q=%40%40', () => []],
  ['since=2999-01-01T00:00:00Z', () => []],
  ['until=2999-01-01T00:00:00%2B02:00&harness=reference', () => [external]],
];

test.each(FILTERS)('%s finds the runs it names, and both files hold the same', async (query, expected) => {
  expect(await found(query)).toEqual(expected());
  expect(await exported(query, 'jsonl')).toEqual(expected());
  expect(await exported(query, 'csv')).toEqual(expected());
});

async function exported(query: string, format: 'csv' | 'jsonl'): Promise<readonly string[]> {
  const text = await (await house.ask(`/api/v1/runs/export?format=${format}&${query}`)).text();
  if (format === 'csv') return [...text.matchAll(/^([0-9a-f-]{36}),/gmu)].map(([, run]) => run!);
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => (JSON.parse(line) as { run: string }).run);
}

test('Every filter there is stands above, each list and its file take the same ones, and so does the command line', async () => {
  const { paths } = await get<Document>('/openapi.json');
  const filtersOf = (path: string): string[] =>
    (paths[`/api/v1/${path}`]?.get.parameters ?? [])
      .filter(({ in: place, name }) => place === 'query' && !['limit', 'cursor', 'format'].includes(name))
      .map(({ name }) => name)
      .sort();
  const used = new Set(FILTERS.flatMap(([query]) => [...new URLSearchParams(query).keys()]));
  expect([...used].sort()).toEqual(filtersOf('runs'));
  for (const list of ['runs', 'approvals', 'ledger/entries']) {
    expect(filtersOf(list)).not.toEqual([]);
    expect([list, filtersOf(`${list}/export`)]).toEqual([list, filtersOf(list)]);
  }
  const { stdout } = await runseal(['runs', '--help']);
  for (const name of filtersOf('runs')) expect(stdout).toContain(`--${name === 'q' ? 'search' : name} <`);
});

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      { readonly get: { readonly parameters?: readonly { readonly in: string; readonly name: string }[] } }
    >
  >;
}

test('a run is found by its verdicts once this server has verified it', async () => {
  expect(await found('verdict=unverified')).toContain(native);
  expect(await found('verdict=integrity:pass')).toEqual([]);
  await house.ask(`/api/v1/runs/${native}/verification`);
  expect(await found('verdict=integrity:pass')).toEqual([native]);
  expect(await found('verdict=unverified')).not.toContain(native);
  const { verification } = (await get<Wire<'RunPage'>>('/runs?verdict=integrity:pass')).items[0]!;
  expect(verification?.verdicts).toMatchObject({ integrity: 'pass', completeness: 'pass' });
});

test.each(['verdict=green', 'share=99', 'since=yesterday', 'odd=yes'])('%s is refused', async (query) => {
  const answer = await house.ask(`/api/v1/runs?${query}`);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'request_invalid']);
});

test('an export holds exactly the runs of its filter, in their order', async () => {
  const csv = await house.ask('/api/v1/runs/export?format=csv&share=all');
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="runs.csv"');
  const lines = (await csv.text()).split('\r\n');
  expect(lines.filter((line) => /^[0-9a-f-]{36},/.test(line)).map((line) => line.slice(0, 36))).toEqual([
    failed,
    native,
  ]);
  const jsonl = await (await house.ask('/api/v1/runs/export?format=jsonl&gap=egress')).text();
  expect(
    jsonl
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { run: string }).run),
  ).toEqual([external]);
  expect(await (await house.ask('/api/v1/runs/export?format=jsonl&tool=none')).text()).toBe('');
});

test('an export of more than a page goes on to its end', async () => {
  await house.owner`
    insert into runseal.goal (workspace, run, principal, goal, goal_hash, objective, harness, harness_kind, state)
    select 'many', gen_random_uuid()::text, 'ana', '{}', sha256('{}'), 'many', 'echo', 'native', 'failed' from generate_series(1, 1203)`;
  const text = await (await house.ask('/api/v1/runs/export?workspace=many')).text();
  const runs = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.slice(0, 36));
  expect([runs.length, new Set(runs).size]).toEqual([1203, 1203]);
  expect(await found('workspace=many&sealed=no&limit=200')).toHaveLength(200);
});

test('sums count each sealed run once, by day and by harness, and gaps by surface', async () => {
  const sums = await get<Wire<'Sums'>>('/sums?days=2');
  expect(sums.days.reduce((all, { runs }) => all + runs, 0)).toBe(3);
  const by = Object.fromEntries(sums.harnesses.map((one) => [one.harness, one]));
  expect(by['echo']).toMatchObject({ kind: 'native', runs: 2, failed: 1, nativeCalls: 0, drifted: 0, gaps: [] });
  expect(by['reference']).toMatchObject({ kind: 'external', runs: 1 });
  expect(by['reference']?.gaps).toContainEqual({ surface: 'egress', runs: 1, gaps: 1 });
  expect(sums.attention).toEqual({ unsealed: 1000, unverified: 2, failing: 0, most: 1000 });
  const tiers = (await get<Wire<'RunDetail'>>(`/runs/${external}`)).seal!.mix.tiers;
  expect(by['reference']?.tiers).toEqual(tiers);
});

test('nobody sums, lists or exports what is not theirs', async () => {
  const { key } = await createKey(house.owner, 'Olga Other', ['other']);
  const ask = (path: string) =>
    fetch(`${house.api.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  const sums = (await (await ask('/sums')).json()) as Wire<'Sums'>;
  expect(sums.harnesses.map(({ harness }) => harness)).toEqual(['reference']);
  expect(sums.attention.unsealed).toBe(0);
  expect((await (await ask('/runs/export?format=jsonl')).text()).trim().split('\n')).toHaveLength(1);
});
