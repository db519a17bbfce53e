/** What is answered about a run that two people have removed for ever: that it is gone, wherever its events or contents are asked for. */
import { createKey } from '@runseal/api';
import type { Wire } from '@runseal/api/client';
import { eventsOf, LETTER, openHouse, sealed, show, submit, until, type House } from './api-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.worker();
});
afterAll(() => house.close());

const post = (path: string, body: object = {}, key = house.key) =>
  house.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });

async function removed(run: string): Promise<void> {
  const { key } = await createKey(house.owner, 'Ben Second');
  expect((await post(`/api/v1/runs/${run}/prune`, { reason: 'asked for', legalBasis: 'GDPR 17' })).status).toBe(200);
  expect((await post(`/api/v1/runs/${run}/prune/confirm`, {}, key)).status).toBe(200);
}

async function gone(paths: readonly string[], headers: Record<string, string> = {}): Promise<void> {
  for (const path of paths) {
    const response = await house.ask(path, { headers, signal: AbortSignal.timeout(5_000) });
    expect([path, response.status, await response.json()]).toMatchObject([path, 410, { code: 'run_pruned' }]);
    expect([path, (await house.ask(path, { headers, method: 'HEAD' })).status]).toEqual([path, 410]);
  }
}

test('a run: its stream ends before it begins, its leaves are not called damaged, its contents not unknown', async () => {
  const run = await submit(house, { objective: LETTER });
  await until(house, run, sealed);
  const [start] = (await eventsOf(house, run)).filter(({ type }) => type === 'dispatch.start');
  const { commitment } = start!.payload['arguments'] as { commitment: { $hex: string } };
  expect((await house.ask(`/api/v1/runs/${run}/content/${commitment.$hex}`)).status).toBe(200);
  await removed(run);
  const of = ['events/stream', 'events/1/proof', 'leaves', 'contents', 'record', 'slice?events=1', 'verification'];
  await gone([...of, `content/${commitment.$hex}`].map((path) => `/api/v1/runs/${run}/${path}`));
  await gone([`/api/v1/runs/${run}/events/stream`], { 'last-event-id': '3' });
});

test('its lists are not called empty: whoever pages until there are as many events as the run has would never end', async () => {
  const run = await submit(house, { objective: LETTER });
  await until(house, run, sealed);
  const of = ['events', 'events?type=dispatch.start', 'events?q=hello', 'events/counts', 'events/marks', 'calls'];
  const lists = [...of, 'events/marks?type=dispatch.start', 'usage', 'erasures'].map(
    (path) => `/api/v1/runs/${run}/${path}`,
  );
  for (const path of lists) expect([path, (await house.ask(path)).status]).toEqual([path, 200]);
  expect((await show(house, run)).pruned).toBeNull();
  await removed(run);
  await gone(lists);
  // What its seal says stays, and with it that it was removed, by whom and why.
  const detail = await show(house, run);
  expect(detail.seal!.size).toBe(detail.events);
  expect(detail).toMatchObject({
    sealed: true,
    pruned: { requestedBy: 'ana-auditor', confirmedBy: 'ben-second', reason: 'asked for', legalBasis: 'GDPR 17' },
  });
});

test('a run that somebody only asked to remove is there as before', async () => {
  const run = await submit(house, { objective: LETTER });
  await until(house, run, sealed);
  expect((await post(`/api/v1/runs/${run}/prune`, { reason: 'asked for', legalBasis: 'GDPR 17' })).status).toBe(200);
  expect((await show(house, run)).pruned).toBeNull();
  expect((await eventsOf(house, run)).length).toBeGreaterThan(5);
});

test('what it counts for stays in the sums, with how many of their runs were removed, and nobody is asked to verify it', async () => {
  const sums = async () => (await (await house.ask('/api/v1/sums')).json()) as Wire<'Sums'>;
  const run = await submit(house, { objective: LETTER });
  await until(house, run, sealed);
  const before = await sums();
  const [day] = before.days;
  const echo = before.harnesses.find(({ harness }) => harness === 'echo')!;
  await removed(run);
  const after = await sums();
  expect(after.days).toEqual([{ ...day, removed: day!.removed + 1 }]);
  expect(after.harnesses).toContainEqual({ ...echo, removed: echo.removed + 1 });
  expect(after.attention.unverified).toBe(before.attention.unverified - 1);
  const { items } = (await (await house.ask('/api/v1/runs?verdict=unverified')).json()) as Wire<'RunPage'>;
  expect(items.map((item) => item.run)).not.toContain(run);
});

test('a session: neither a turn is told nor anything replayed, nor what a fork shares with it', async () => {
  const made = await post('/api/v1/sessions', { harness: 'echo', inputs: [{ type: 'text', text: 'one' }] });
  const { session } = ((await made.json()) as Wire<'SessionCreated'>).session;
  await (await house.ask(`/api/v1/sessions/${session}/turns/1/stream`)).text();
  const forked = (await (await post(`/api/v1/sessions/${session}/fork`)).json()) as Wire<'ForkDone'>;
  const child = forked.children[0]!.session;
  expect((await post(`/api/v1/sessions/${session}/close`, { reason: 'done' })).status).toBe(200);
  await removed(session);
  const of = ['turns/1/stream', 'replay'];
  await gone(of.map((path) => `/api/v1/sessions/${session}/${path}`));
  await gone([`/api/v1/sessions/${session}/replay`], { accept: 'text/event-stream' });
  await gone([`/api/v1/sessions/${child}/replay?inherited=true`]);
  expect((await house.ask(`/api/v1/sessions/${child}/replay`)).status).toBe(200);
});
