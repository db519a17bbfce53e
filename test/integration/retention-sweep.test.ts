import { connect } from '@runseal/spine/postgres';
import { openHouse, sealed, show, submit, until, type House } from './api-house.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

test('A worker applies the retention of a workspace: old content goes, held and young runs keep theirs', async () => {
  const first = await house.worker();
  const [old, held, young] = [
    await submit(house, { objective: 'old words' }),
    await submit(house, { objective: 'held words' }),
    await submit(house, { objective: 'young words' }),
  ];
  for (const run of [old, held, young]) await until(house, run, sealed);
  await first.stop();
  const admin = connect(house.database.adminUrl, { max: 1 });
  await admin`alter table spine.head disable trigger guard_head`;
  await admin`update spine.head set sealed_at = sealed_at - interval '40 days' where run in (${old}, ${held})`;
  await admin`alter table spine.head enable always trigger guard_head`;
  await admin.end();
  const { workspace } = await show(house, old);
  const post = (path: string, body: object) =>
    house.ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  expect((await post(`/api/v1/runs/${held}/hold`, { reason: 'a lawsuit' })).status).toBe(200);
  expect((await post('/api/v1/retention', { workspace, days: 30, reason: 'policy 7' })).status).toBe(200);
  // A worker looks when it starts, and once a minute.
  await house.worker();
  await until(house, old, ({ objective }) => objective === '(erased)');
  expect((await show(house, held)).objective).toBe('held words');
  expect((await show(house, young)).objective).toBe('young words');
  expect(await (await house.ask(`/api/v1/runs/${old}/contents`)).text()).toBe('');
  expect(await (await house.ask(`/api/v1/runs/${held}/contents`)).text()).not.toBe('');
});
