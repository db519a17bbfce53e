import { configOf, createApi, type Api } from '@runseal/api';
import { setTimeout as pause } from 'node:timers/promises';
import { cuttableProxy, type CuttableProxy, type StandStill } from '../postgres/cuttable-proxy.ts';
import { openHouse, type House } from './api-house.ts';
import { open, post, text } from './sessions-house.ts';

let house: House;
let proxy: CuttableProxy;
let frozen: Api;

beforeAll(async () => {
  house = await openHouse();
  proxy = await cuttableProxy(house.database.serviceUrl);
  frozen = await createApi(
    configOf({ ...house.env, RUNSEAL_SERVICE_DATABASE_URL: proxy.url, RUNSEAL_STANDSTILL_MS: '500' }),
  );
});
afterAll(async () => {
  await frozen.close();
  await proxy.close();
  await house.close();
});

test.each<StandStill['where']>(['in the statement', 'after the statement'])(
  'an API process that stands still %s while it takes a turn keeps the session from nobody for long',
  async (where) => {
    const { session } = await open(house);
    proxy.standStill = { text: 'insert into runseal.session_turn', where };
    const asked = fetch(`${frozen.url}/api/v1/sessions/${session}/exec`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${house.key}` },
      body: JSON.stringify({ inputs: text('never taken') }),
    });
    while (proxy.standStill !== null) await pause(10);
    const other = post(house, `/api/v1/sessions/${session}/exec`, { inputs: text('hello') });
    // Whoever stands still never lets go by itself: the proxy keeps its connection open.
    expect(await other).toMatchObject([202, { turn: 1 }]);
    const refused = await asked;
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'store_unavailable' }]);
  },
);
