import { createKey } from '@runseal/api';
import { LETTER, openHouse, sealed, submit, until, type House } from './api-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.worker();
});
afterAll(() => house.close());

test('Comparing takes a turn: who asks too much at once is told to wait, and the others are answered', async () => {
  const run = await submit(house, { objective: LETTER });
  await until(house, run, sealed);
  const asked: Promise<readonly [status: number, again: string | null, code: unknown]>[] = [];
  const compare = async () => {
    const answer = await house.ask(`/api/v1/compare?left=${run}&right=${run}`);
    const { code } = (await answer.json()) as { code?: unknown };
    return [answer.status, answer.headers.get('retry-after'), code] as const;
  };
  // Nobody can read an event now: two are worked on, sixteen of one principal wait. One is asked after the other, so that no
  // query of theirs stands behind one that waits for the lock.
  let refused: unknown = null;
  await house.owner.begin(async (tx) => {
    await tx`lock table spine.event in access exclusive mode`;
    while (refused === null && asked.length < 40) {
      asked.push(compare());
      void Promise.race(asked).then((first) => (refused = first));
      for (let n = 0; n < 2; n += 1) await (await house.ask(`/api/v1/runs/${run}`)).json();
    }
  });
  expect(refused).toEqual([429, '5', 'too_many_questions']);
  const states = (await Promise.all(asked)).map(([status]) => status);
  expect(states.filter((status) => status === 200)).toHaveLength(18);
  expect(new Set(states)).toEqual(new Set([200, 429]));
});

test('A run that was removed for ever is not compared', async () => {
  const run = await submit(house, { objective: LETTER });
  await until(house, run, sealed);
  const post = (path: string, body: object, key: string) =>
    fetch(`${house.api.url}/api/v1/runs/${run}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  const other = await createKey(house.owner, 'Ben Officer');
  expect((await post('prune', { reason: 'old', legalBasis: 'GDPR 5' }, house.key)).ok).toBe(true);
  expect((await post('prune/confirm', {}, other.key)).ok).toBe(true);
  const answer = await house.ask(`/api/v1/compare?left=${run}&right=${run}`);
  expect([answer.status, await answer.json()]).toMatchObject([410, { code: 'run_pruned' }]);
});
