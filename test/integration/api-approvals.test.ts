import type { Wire } from '@runseal/api/client';
import { eventsOf, openHouse, sealed, submit, until, type House } from './api-house.ts';
import { WRITE, decide, fileOf, gated, pendingOf, verdicts } from './approvals-house.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(async () => {
  await house.close();
});

describe('a call that one person must agree to', () => {
  test('waits with its exact arguments, runs once approved, and the record shows who agreed', async () => {
    await house.worker();
    const run = await submit(house, gated());
    const approval = await pendingOf(house, run);
    expect(approval).toMatchObject({ state: 'pending', mayDecide: true, ownGoal: true, action: 'workspace_write' });
    expect(JSON.parse(approval.arguments!.text)).toEqual(WRITE[1]);
    expect(await fileOf(house, run)).toBeNull();

    expect(await decide(house, approval)).toMatchObject({ status: 200, body: { state: 'approved' } });
    await until(house, run, sealed);
    expect(await fileOf(house, run)).toBe('approved');
    const events = await eventsOf(house, run);
    const decided = events.find(({ type }) => type === 'approval.decided')!;
    expect(decided).toMatchObject({
      actor: 'human',
      principal: 'ana-auditor',
      payload: { decision: 'approved', self_approval: true, resumed: false },
    });
    const start = events.find(
      ({ type, payload }) => type === 'dispatch.start' && payload['action'] === 'workspace_write',
    )!;
    expect(decided.seq).toBeLessThan(start.seq);
    expect(await verdicts(house, run)).toMatchObject({ integrity: 'pass', governance: 'pass', completeness: 'pass' });
  });

  test('is told of the decision: whoever has the run hears which one it is, once what was decided can be read', async () => {
    await house.worker();
    const run = await submit(house, gated());
    const approval = await pendingOf(house, run);
    const heard = Promise.withResolvers<string>();
    const states: string[] = [];
    const listening = await house.owner.listen('runseal_approval', (told) => {
      void house
        .ask(`/api/v1/approvals/${approval.approval}`)
        .then((answer) => answer.json() as Promise<Wire<'ApprovalDetail'>>)
        .then(({ state }) => states.push(state))
        .then(() => heard.resolve(told), heard.reject);
    });
    await decide(house, approval);
    expect([await heard.promise, states]).toEqual([run, ['approved']]);
    await listening.unlisten();
    await until(house, run, sealed);
  });

  test('never reaches the tool when denied, and the agent is told so', async () => {
    await house.worker();
    const run = await submit(house, gated());
    const approval = await pendingOf(house, run);
    expect(await decide(house, approval, { decision: 'deny', reason: 'not this file' })).toMatchObject({
      body: { state: 'denied' },
    });
    const detail = await until(house, run, sealed);
    expect(detail.state).toBe('completed');
    expect(await fileOf(house, run)).toBeNull();
    const rejected = (await eventsOf(house, run)).find(({ type }) => type === 'dispatch.rejected')!;
    expect(rejected.payload).toMatchObject({ reason: 'approval_denied' });
    // The person's words are content: they can be erased, and the event stays.
    expect(rejected.payload['detail']).toBe('People decided that this call may not happen.');
    const { commitment } = rejected.payload['told'] as { commitment: { $hex: string } };
    const told = await house.ask(`/api/v1/runs/${run}/content/${commitment.$hex}`);
    expect(await told.text()).toContain('not this file');
    expect(await verdicts(house, run)).toMatchObject({ governance: 'pass' });
  });

  test('is refused when nobody decides in time, and a late decision is told so', async () => {
    await house.worker();
    const run = await submit(house, gated({ expiresMs: 1000 }));
    const approval = await pendingOf(house, run);
    await until(house, run, sealed);
    expect(await decide(house, approval)).toMatchObject({ status: 409, body: { code: 'approval_expired' } });
    const events = await eventsOf(house, run);
    expect(events.find(({ type }) => type === 'dispatch.rejected')!.payload).toMatchObject({
      reason: 'approval_expired',
    });
    expect(await fileOf(house, run)).toBeNull();
  });

  test('ends with the run when the run is halted', async () => {
    await house.worker();
    const run = await submit(house, gated());
    const approval = await pendingOf(house, run);
    await house.ask(`/api/v1/runs/${run}/halt`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"reason":"enough"}',
    });
    expect(await until(house, run, sealed)).toMatchObject({ state: 'halted', awaitingApproval: false });
    expect(await decide(house, approval)).toMatchObject({ status: 409, body: { code: 'approval_withdrawn' } });
    expect(await fileOf(house, run)).toBeNull();
    expect(await verdicts(house, run)).toMatchObject({ governance: 'pass' });
  });

  test('waits for nobody when the policy says never', async () => {
    await house.worker();
    const run = await submit(house, gated({ never: true }));
    await until(house, run, sealed);
    const events = await eventsOf(house, run);
    expect(events.find(({ type }) => type === 'dispatch.rejected')!.payload).toMatchObject({
      reason: 'approval_denied',
    });
    expect(events.some(({ type }) => type === 'approval.requested')).toBe(false);
  });
});
