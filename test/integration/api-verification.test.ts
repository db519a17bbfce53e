import { decodeEvent, encodeEvent, type Report } from '@runseal/spine';
import { connect, type Sql } from '@runseal/spine/postgres';
import { breakIn } from '../attacks/superuser.ts';
import { calls, openHouse, sealed, submit, until, type House } from './api-house.ts';

let house: House;
let admin: Sql;
let run: string;
beforeAll(async () => {
  house = await openHouse();
  await house.worker();
  run = await submit(house, { objective: calls(['workspace_write', { path: 'a.txt', content: 'x' }]) });
  await until(house, run, sealed);
  admin = connect(house.database.adminUrl, { max: 1 });
});
afterAll(async () => {
  await admin.end();
  await house.close();
});

const verification = async () => house.ask(`/api/v1/runs/${run}/verification`);

test('The server verifies what it exports, names the first event that was changed, and one that is gone', async () => {
  expect(((await (await verification()).json()) as Report).verdicts[0]).toMatchObject({ state: 'pass' });
  await breakIn(admin);
  const [row] = await admin<{ seq: string; canonical: Buffer }[]>`
    select seq, canonical from spine.event where run = ${run} and type = 'dispatch.start'`;
  const event = decodeEvent(row!.canonical);
  const changed = encodeEvent({ ...event, payload: { ...event.payload, scope: 'b.txt' } });
  await admin`update spine.event set canonical = ${Buffer.from(changed)} where run = ${run} and seq = ${row!.seq}`;
  const [integrity] = ((await (await verification()).json()) as Report).verdicts;
  expect(integrity).toMatchObject({ state: 'fail', code: 'record.root_mismatch', firstBadSeq: Number(row!.seq) });
  await admin`delete from spine.event where run = ${run} and seq = ${row!.seq}`;
  const gone = await verification();
  expect([gone.status, await gone.json()]).toEqual([
    500,
    expect.objectContaining({
      code: 'store_damaged',
      detail: expect.stringContaining(`Event ${row!.seq} of run ${run} is missing`) as string,
    }),
  ]);
});
