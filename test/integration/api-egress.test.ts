/** A goal that lists hosts: what its programs may reach, and what the record says of it. */
import { ask, decodeEvent, decodeRecord, parseClaim } from '@runseal/spine';
import { calls, eventsOf, openHouse, sealed, submit, until, type House } from './api-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.worker();
});
afterAll(() => house.close());

const refusalOf = async (goal: object) => {
  const response = await house.ask('/api/v1/goals', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ objective: 'x', harness: 'echo', ...goal }),
  });
  return { status: response.status, ...((await response.json()) as { code: string }) };
};

/** Asks the proxy for each address and prints the statuses. */
const ASK = `
const proxy = new URL(process.env.HTTPS_PROXY);
const auth = 'Basic ' + Buffer.from(proxy.username + ':' + proxy.password).toString('base64');
const status = (path) => new Promise((resolve) => require('http').get({ host: proxy.hostname, port: proxy.port, path, headers: { 'proxy-authorization': auth } }, (r) => resolve(r.resume().statusCode)));
(async () => { for (const path of process.argv.slice(1)) console.log(await status(path)); })();`;

test('programs are led past us: the record says what they asked for and why they did not get it', async () => {
  const run = await submit(house, {
    objective: calls(['run_command', { argv: ['node', '-e', ASK, 'http://localhost/', 'http://evil.example/'] }]),
    grant: ['run_command'],
    containmentFloor: 'kernel',
    egress: ['localhost'],
  });
  expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
  const events = await eventsOf(house, run);
  const payloads = (type: string) => events.filter((event) => event.type === type).map(({ payload }) => payload);
  expect(payloads('run.opened')).toEqual([expect.objectContaining({ egress: ['localhost'] })]);
  expect(payloads('egress.decided')).toMatchObject([
    { call: 1, host: 'localhost', decision: 'lookup', reason: 'listed' },
    { call: 1, host: 'localhost', decision: 'refused', reason: 'address_not_public' },
    { call: 1, host: 'evil.example', decision: 'refused', reason: 'not_listed' },
  ]);
  const record = new Uint8Array(await (await house.ask(`/api/v1/runs/${run}/record`)).arrayBuffer());
  const recorded = decodeRecord(record).events.map((each) => decodeEvent(each));
  for (const host of ['localhost', 'evil.example'])
    expect(ask(parseClaim(`host:${host} reached`), recorded)).toMatchObject({
      answer: 'no_within_observed',
      sentence: `${host} was asked for and not reached.`,
    });
  expect(payloads('provenance.mix')).toEqual([expect.objectContaining({ rules: 2 })]);
});

test('without a list there is no way out, and no proxy to ask', async () => {
  const run = await submit(house, {
    objective: calls(['run_command', { argv: ['node', '-e', 'console.log(Object.keys(process.env).join())'] }]),
    grant: ['run_command'],
    containmentFloor: 'kernel',
  });
  await until(house, run, sealed);
  const events = await eventsOf(house, run);
  expect(events.some(({ type }) => type.startsWith('egress.'))).toBe(false);
  expect(events.find(({ type }) => type === 'run.opened')!.payload).not.toHaveProperty('egress');
});

test.each([
  [['10.0.0.1'], 'kernel', 400],
  [['*.example.org'], 'kernel', 400],
  [['https://example.org'], 'kernel', 400],
  [['example.org:0'], 'kernel', 400],
  [['example.org'], 'process', 422],
])('a goal that lists %j with the floor %s is refused with %d', async (egress, containmentFloor, status) => {
  const refusal = await refusalOf({ egress, containmentFloor });
  expect(refusal.status).toBe(status);
  if (status === 422) expect(refusal.code).toBe('egress_uncontained');
});
