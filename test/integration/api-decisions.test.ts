import type { Wire } from '@runseal/api/client';
import { eventsOf, openHouse, sealed, submit, until, type House } from './api-house.ts';
import { decide, gated, keyOf, pendingOf, verdicts } from './approvals-house.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(async () => {
  await house.close();
});

describe('a decision', () => {
  test('may be sent again exactly, and not otherwise', async () => {
    const bob = await keyOf(house, 'Bob');
    await house.worker();
    const run = await submit(house, gated({ required: 2 }));
    const approval = await pendingOf(house, run);
    expect(await decide(house, approval)).toMatchObject({ status: 200, body: { state: 'pending' } });
    expect(await decide(house, approval)).toMatchObject({ status: 200, body: { state: 'pending' } });
    expect(await decide(house, approval, { decision: 'deny' })).toMatchObject({
      status: 409,
      body: { code: 'approval_changed' },
    });
    expect(await decide(house, approval, { reason: 'other words' })).toMatchObject({
      body: { code: 'approval_changed' },
    });
    expect(await decide(house, approval, { argumentsCommitment: 'f'.repeat(64) }, bob)).toMatchObject({
      status: 409,
      body: { code: 'approval_mismatch' },
    });
    expect(await decide(house, approval, {}, bob)).toMatchObject({ status: 200, body: { state: 'approved' } });
    await until(house, run, sealed);
    expect(await decide(house, approval, {}, bob)).toMatchObject({ status: 200, body: { state: 'approved' } });
    expect(await decide(house, approval, {}, await keyOf(house, 'Carl'))).toMatchObject({
      body: { code: 'approval_decided' },
    });
    const decided = (await eventsOf(house, run)).filter(({ type }) => type === 'approval.decided');
    expect(decided.map(({ principal, payload }) => [principal, payload['self_approval']])).toEqual([
      ['ana-auditor', true],
      ['bob', false],
    ]);
    expect(await verdicts(house, run)).toMatchObject({ governance: 'pass' });
  });

  test('is not for everybody', async () => {
    const foreign = await keyOf(house, 'Fay', ['elsewhere']);
    const bob = await keyOf(house, 'Bob');
    await house.worker();
    const run = await submit(house, gated({ of: ['bob'] }));
    const approval = await pendingOf(house, run);
    expect(approval.mayDecide).toBe(false);
    expect(await decide(house, approval)).toMatchObject({ status: 403, body: { code: 'approval_not_yours' } });
    expect(await decide(house, approval, {}, foreign)).toMatchObject({
      status: 404,
      body: { code: 'approval_unknown' },
    });
    expect(await decide(house, { ...approval, approval: '0'.repeat(36) })).toMatchObject({
      status: 404,
      body: { code: 'approval_unknown' },
    });
    await decide(house, approval, {}, bob);
    expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
  });

  test('of two people at once is counted once each', async () => {
    const keys = await Promise.all(['Bob', 'Carl', 'Dora', 'Eve'].map((name) => keyOf(house, name)));
    await house.worker();
    const run = await submit(house, gated({ required: 3 }));
    const approval = await pendingOf(house, run);
    const answers = await Promise.all(
      keys.flatMap((key) => [decide(house, approval, {}, key), decide(house, approval, {}, key)]),
    );
    await until(house, run, sealed);
    expect(answers.filter(({ body }) => body.code === 'approval_decided').length).toBeGreaterThanOrEqual(1);
    const decided = (await eventsOf(house, run)).filter(({ type }) => type === 'approval.decided');
    expect(new Set(decided.map(({ principal }) => principal)).size).toBe(3);
    expect(decided).toHaveLength(3);
  });
});

describe('the inbox', () => {
  test('shows what waits first, by pages, to those who may see it', async () => {
    await house.worker();
    const runs = [await submit(house, gated()), await submit(house, gated()), await submit(house, gated())];
    const approvals = [];
    for (const run of runs) approvals.push(await pendingOf(house, run));
    await decide(house, approvals[2]!, { decision: 'deny' });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = (await (
        await house.ask(`/api/v1/approvals?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
      ).json()) as Wire<'ApprovalPage'>;
      seen.push(...page.items.map(({ state }) => state));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['pending', 'pending', 'denied']);
    const foreign = await fetch(`${house.api.url}/api/v1/approvals`, {
      headers: { authorization: `Bearer ${await keyOf(house, 'Fay', ['elsewhere'])}` },
    });
    expect(await foreign.json()).toEqual({ items: [], nextCursor: null });
    expect((await house.ask('/api/v1/approvals?cursor=rubbish')).status).toBe(400);
  });
});
