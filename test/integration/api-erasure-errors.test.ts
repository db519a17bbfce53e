/** What went wrong is told in words that may quote anybody: they leave with the content, from the record and from its copies. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventsOf, openHouse, sealed, show, submit, until, type House } from './api-house.ts';
import { erase, storedIn, toldIn } from './erased-words.ts';
import { ODD, startHarness, type PythonHarness } from './python-harness.ts';
import { open, post, say, turnsOf } from './sessions-house.ts';

const WORD = 'Muster';

let provider: Server;
let py: PythonHarness;
let house: House;
beforeAll(async () => {
  provider = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(400).end('{"error":{"message":"Not about Anna Muster."}}'));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  py = await startHarness(ODD, { DESCRIPTOR: JSON.stringify({ tools: [] }) });
  house = await openHouse({
    RUNSEAL_CHAT_BASE_URL: `http://127.0.0.1:${String((provider.address() as AddressInfo).port)}/v1`,
    RUNSEAL_CHAT_API_KEY: 'k',
    RUNSEAL_CHAT_MODEL: 'm-1',
    RUNSEAL_HARNESSES: `py=${py.address}`,
  });
  await house.worker();
});
afterAll(async () => {
  await house.close();
  await py.stop();
  await new Promise((resolve) => provider.close(resolve));
});

test('the words of a provider that refuses go, and the code of what went wrong stays', async () => {
  const run = await submit(house, { harness: 'chat', model: 'm-1', objective: 'Say something.' });
  expect(await until(house, run, sealed)).toMatchObject({
    state: 'failed',
    errorCode: 'model_refused',
    error: expect.stringContaining('Anna Muster') as string,
  });
  const failures = (await eventsOf(house, run)).filter(({ payload }) => (payload['error'] ?? null) !== null);
  expect(failures.map(({ type, payload }) => [type, payload['error_class']])).toEqual([
    ['model.answered', 'model_refused'],
    ['episode.ended', 'model_refused'],
  ]);
  expect(await storedIn(house, WORD)).toEqual(['runseal.goal', 'spine.content']);
  const told = await toldIn(house, run, WORD);
  expect(told).toEqual(expect.arrayContaining([`runs/${run}`, `runs/${run}/contents`]));
  for (const path of ['record', 'events?limit=1000', 'calls', 'verification'])
    expect(told).not.toContain(`runs/${run}/${path}`);

  await erase(house, run, { scope: 'run' });
  expect(await storedIn(house, WORD)).toEqual([]);
  expect(await toldIn(house, run, WORD)).toEqual([]);
  expect(await show(house, run)).toMatchObject({ state: 'failed', errorCode: 'model_refused', error: '(erased)' });
});

test('the words of a turn that failed go with the event that ends it, and nothing else of the session with them', async () => {
  const { session } = await open(house, { harness: 'remote:py', model: 'm-1' });
  expect(await say(house, session, '!fail for Anna Muster')).toMatchObject({ execState: 'failed' });
  expect(await say(house, session, '!fail for Bert')).toMatchObject({ execState: 'failed' });
  await post(house, `/api/v1/sessions/${session}/close`, { reason: 'done' });
  await until(house, session, sealed);
  const errors = async () => (await turnsOf(house, session)).map(({ error }) => error);
  expect(await errors()).toEqual(['!fail for Anna Muster', '!fail for Bert']);
  const ends = (await eventsOf(house, session)).filter(({ type }) => type === 'episode.ended');
  await erase(house, session, { scope: 'events', seqs: [ends[0]!.seq] });
  expect(await errors()).toEqual(['(erased)', '!fail for Bert']);
  expect(JSON.stringify(await turnsOf(house, session))).toContain('Anna');
  await erase(house, session, { scope: 'run' });
  expect(await errors()).toEqual(['(erased)', '(erased)']);
  expect(await storedIn(house, WORD)).toEqual([]);
});
