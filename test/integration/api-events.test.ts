import type { Wire } from '@runseal/api/client';
import { calls, eventsOf, openHouse, sealed, submit, until, type House } from './api-house.ts';

let house: House;
let run: string;
let events: readonly Wire<'EventView'>[];
beforeAll(async () => {
  house = await openHouse();
  await house.worker();
  const objective = calls(
    ['workspace_write', { path: 'a.txt', content: 'first' }],
    ['workspace_read', { path: 'a.txt' }],
    ['workspace_read', { path: 'missing.txt' }],
  );
  run = await submit(house, { objective, harness: 'reference' });
  await until(house, run, sealed);
  events = await eventsOf(house, run);
});
afterAll(() => house.close());

const get = async <T>(path: string): Promise<T> => (await (await house.ask(`/api/v1/runs/${run}/${path}`)).json()) as T;
const seqs = (list: readonly Wire<'EventView'>[]): number[] => list.map(({ seq }) => seq);

test('counts say how many events there are of each type', async () => {
  const counts = await get<Wire<'EventCounts'>>('events/counts');
  expect(counts).toMatchObject({ size: events.length, sealed: true });
  for (const { type, tier, count } of counts.types)
    expect(events.filter((event) => event.type === type && event.tier === tier)).toHaveLength(count);
  expect(counts.types.reduce((sum, { count }) => sum + count, 0)).toBe(events.length);
});

test.each([
  ['tier=unobserved', ({ tier }: Wire<'EventView'>) => tier === 'unobserved'],
  ['tier=attested,unobserved', ({ tier }: Wire<'EventView'>) => tier !== 'enforced'],
  ['type=dispatch.start,dispatch.end', ({ type }: Wire<'EventView'>) => /^dispatch\.(start|end)$/.test(type)],
  ['tier=enforced&type=dispatch.start,provenance.gap', ({ type }: Wire<'EventView'>) => type === 'dispatch.start'],
  ['call=2', ({ payload }: Wire<'EventView'>) => payload['call'] === 2],
  [
    'q=A.TXT+dispatch.start',
    ({ type, payload }: Wire<'EventView'>) => type === 'dispatch.start' && payload['scope'] === 'a.txt',
  ],
])('a filter %s is answered by pages that its marks begin', async (filter, matches) => {
  const expected = seqs(events.filter(matches));
  expect(expected.length).toBeGreaterThan(0);
  const { items } = await get<Wire<'EventPage'>>(`events?limit=1000&${filter}`);
  expect(seqs(items)).toEqual(expected);
  const marks = await get<Wire<'EventMarks'>>(`events/marks?every=2&${filter}`);
  expect(marks).toEqual({
    size: events.length,
    every: 2,
    matches: expected.length,
    starts: expected.filter((_, n) => n % 2 === 0),
  });
});

test('a call is told whole: start, end, reconciliation; one that failed says so', async () => {
  const { items, nextAfter } = await get<Wire<'CallPage'>>('calls?limit=2');
  expect([items.map(({ call }) => call), nextAfter]).toEqual([[1, 2], 2]);
  const ofCall = (type: string) => events.find((event) => event.type === type && event.payload['call'] === 1)!.seq;
  expect(items[0]).toMatchObject({
    action: 'workspace_write',
    scope: 'a.txt',
    start: ofCall('dispatch.start'),
    end: ofCall('dispatch.end'),
    outcome: 'ok',
    reconciled: { seq: ofCall('provenance.reconciled'), state: 'matched' },
  });
  const rest = await get<Wire<'CallPage'>>('calls?after=2');
  expect(rest.nextAfter).toBeNull();
  expect(rest.items[0]).toMatchObject({ scope: 'missing.txt', outcome: 'error' });
  const from = items[1]!.start!;
  const near = await get<Wire<'CallPage'>>(`calls?from=${String(from)}&to=${String(from)}`);
  expect(near.items.map(({ call }) => call)).toEqual([1, 2]);
});

test("what a run used is told beside the harness's own account, and costs nothing without prices", async () => {
  const usage = await get<Wire<'UsageView'>>('usage');
  expect(usage.prices).toBeNull();
  for (const side of [usage.model, usage.harness]) if (side !== null) expect(side.costMicros).toBeNull();
});

test.each([
  ['events?tier=sure', 'tier'],
  ['events/marks?every=0', 'every'],
  ['events?q=a+b+c+d+e+f+g+h+i', 'q'],
  ['calls?from=5', 'to'],
  ['calls?from=5&to=2000', 'to'],
])('%s is refused, and says which field is wrong', async (path, field) => {
  const answer = await house.ask(`/api/v1/runs/${run}/${path}`);
  const problem = (await answer.json()) as Wire<'Problem'>;
  expect([answer.status, problem.code, problem.errors?.[0]?.path]).toEqual([400, 'request_invalid', field]);
});
