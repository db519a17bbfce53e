import { connect, openStore } from '@runseal/spine/postgres';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LETTER, openHouse, sealed, show, submit, until, type House } from './api-house.ts';

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
  // So do the files they worked on, from the disk of the worker that had them.
  const kept = (run: string): Promise<boolean> =>
    stat(join(house.dataDir, 'runs', run)).then(
      () => true,
      () => false,
    );
  while (await kept(old));
  expect([await kept(held), await kept(young)]).toEqual([true, true]);
});

test('The files of a pruned run go too, those of a run that lost a part of its content stay', async () => {
  const first = await house.worker();
  const [pruned, partly] = [await submit(house, { objective: LETTER }), await submit(house, { objective: LETTER })];
  for (const run of [pruned, partly]) await until(house, run, sealed);
  await first.stop();
  await house.owner`select spine.request_prune(${pruned}, 'ana', 'asked for', 'law')`;
  await house.owner`select spine.confirm_prune(${pruned}, 'berta')`;
  const [content] = await house.owner<{ commitment: Buffer }[]>`
    select commitment from spine.content where run = ${partly} limit 1`;
  const erased = { by: 'ana', reason: 'asked for', legalBasis: 'law' };
  await openStore({ sql: house.owner }).erase(partly, [content!.commitment], erased);
  const folder = (run: string): string => join(house.dataDir, 'runs', run, 'workspace', 'hello.txt');
  await stat(folder(pruned));
  await house.worker();
  while (await stat(folder(pruned)).catch(() => null));
  await expect(stat(folder(partly))).resolves.toBeDefined();
});
