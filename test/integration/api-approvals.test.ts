import { createKey } from '@runseal/api';
import type { Wire } from '@runseal/api/client';
import type { Report } from '@runseal/spine';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, eventsOf, openHouse, sealed, submit, until, type House } from './api-house.ts';
import { killRest, runWorker } from './api-process.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(async () => {
  killRest();
  await house.close();
});

type Detail = Wire<'ApprovalDetail'>;
const WRITE = ['workspace_write', { path: 'a.txt', content: 'approved' }] as const;
const gated = (policy: object = {}, more: object = {}) => ({
  objective: calls(['workspace_list', { path: '.' }], WRITE),
  approvals: { workspace_write: policy },
  ...more,
});
const fileOf = (run: string) =>
  readFile(join(house.dataDir, 'runs', run, 'workspace', 'a.txt'), 'utf8').catch(() => null);

async function pendingOf(run: string): Promise<Detail> {
  await until(house, run, ({ awaitingApproval }) => awaitingApproval);
  const page = (await (await house.ask(`/api/v1/approvals?run=${run}&limit=1`)).json()) as Wire<'ApprovalPage'>;
  return (await (await house.ask(`/api/v1/approvals/${page.items[0]!.approval}`)).json()) as Detail;
}

async function decide(approval: Detail, more: object = {}, key = house.key) {
  const response = await fetch(`${house.api.url}/api/v1/approvals/${approval.approval}/decision`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      decision: 'approve',
      reason: 'I read it',
      argumentsCommitment: approval.argumentsCommitment,
      ...more,
    }),
  });
  return { status: response.status, body: (await response.json()) as Detail & { code?: string } };
}

async function verdicts(run: string) {
  const report = (await (await house.ask(`/api/v1/runs/${run}/verification`)).json()) as Report;
  return Object.fromEntries(report.verdicts.map(({ name, state }) => [name, state]));
}

/** A model that lists, then writes, then is done; it counts how often it was asked. */
async function writingModel() {
  let asked = 0;
  const call = (name: string, args: object) => ({
    tool_calls: [{ id: `c${asked}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
  });
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      asked += 1;
      const message = asked === 1 ? call('workspace_list', {}) : asked === 2 ? call(...WRITE) : { content: 'done' };
      const usage = { prompt_tokens: 10, completion_tokens: 1 };
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message }], usage }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked: () => asked,
    close: () => new Promise((done) => server.close(done)),
  };
}

const keyOf = async (name: string, workspaces: readonly string[] | null = null) =>
  (await createKey(house.owner, name, workspaces)).key;

describe('a call that one person must agree to', () => {
  test('waits with its exact arguments, runs once approved, and the record shows who agreed', async () => {
    await house.worker();
    const run = await submit(house, gated());
    const approval = await pendingOf(run);
    expect(approval).toMatchObject({ state: 'pending', mayDecide: true, ownGoal: true, action: 'workspace_write' });
    expect(JSON.parse(approval.arguments!.text)).toEqual(WRITE[1]);
    expect(await fileOf(run)).toBeNull();

    const began = performance.now();
    expect(await decide(approval)).toMatchObject({ status: 200, body: { state: 'approved' } });
    await until(house, run, sealed);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(await fileOf(run)).toBe('approved');
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
    expect(await verdicts(run)).toMatchObject({ integrity: 'pass', governance: 'pass', completeness: 'pass' });
  });

  test('hears of the decision at once: the best of five begins within 100 ms', async () => {
    await house.worker();
    const run = await submit(house, {
      ...gated(),
      objective: calls(
        ...['a', 'b', 'c', 'd', 'e'].map((path) => ['workspace_write', { path, content: path }] as const),
      ),
    });
    for (let call = 1; call <= 5; call += 1) {
      let approval = await pendingOf(run);
      while (approval.call !== call) approval = await pendingOf(run);
      await decide(approval);
    }
    await until(house, run, sealed);
    const events = await eventsOf(house, run);
    const timeOf = (call: unknown) =>
      BigInt(events.find(({ type, payload }) => type === 'dispatch.start' && payload['call'] === call)!.time);
    const waits = events
      .filter(({ type }) => type === 'approval.decided')
      .map(({ payload }) => Number(timeOf(payload['call']) / 1_000_000n) - Number(payload['decided_at']));
    expect(waits).toHaveLength(5);
    // A busy host may be slow at times; one that had to look by itself would never be this fast.
    expect(Math.min(...waits)).toBeLessThan(100);
  });

  test('never reaches the tool when denied, and the agent is told so', async () => {
    await house.worker();
    const run = await submit(house, gated());
    const approval = await pendingOf(run);
    expect(await decide(approval, { decision: 'deny', reason: 'not this file' })).toMatchObject({
      body: { state: 'denied' },
    });
    const detail = await until(house, run, sealed);
    expect(detail.state).toBe('completed');
    expect(await fileOf(run)).toBeNull();
    const rejected = (await eventsOf(house, run)).find(({ type }) => type === 'dispatch.rejected')!;
    expect(rejected.payload).toMatchObject({ reason: 'approval_denied' });
    expect(rejected.payload['detail']).toContain('not this file');
    expect(await verdicts(run)).toMatchObject({ governance: 'pass' });
  });

  test('is refused when nobody decides in time, and a late decision is told so', async () => {
    await house.worker();
    const run = await submit(house, gated({ expiresMs: 1000 }));
    const approval = await pendingOf(run);
    await until(house, run, sealed);
    expect(await decide(approval)).toMatchObject({ status: 409, body: { code: 'approval_expired' } });
    const events = await eventsOf(house, run);
    expect(events.find(({ type }) => type === 'dispatch.rejected')!.payload).toMatchObject({
      reason: 'approval_expired',
    });
    expect(await fileOf(run)).toBeNull();
  });

  test('ends with the run when the run is halted', async () => {
    await house.worker();
    const run = await submit(house, gated());
    const approval = await pendingOf(run);
    await house.ask(`/api/v1/runs/${run}/halt`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"reason":"enough"}',
    });
    expect(await until(house, run, sealed)).toMatchObject({ state: 'halted', awaitingApproval: false });
    expect(await decide(approval)).toMatchObject({ status: 409, body: { code: 'approval_withdrawn' } });
    expect(await fileOf(run)).toBeNull();
    expect(await verdicts(run)).toMatchObject({ governance: 'pass' });
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

describe('a decision', () => {
  test('may be sent again exactly, and not otherwise', async () => {
    const bob = await keyOf('Bob');
    await house.worker();
    const run = await submit(house, gated({ required: 2 }));
    const approval = await pendingOf(run);
    expect(await decide(approval)).toMatchObject({ status: 200, body: { state: 'pending' } });
    expect(await decide(approval)).toMatchObject({ status: 200, body: { state: 'pending' } });
    expect(await decide(approval, { decision: 'deny' })).toMatchObject({
      status: 409,
      body: { code: 'approval_changed' },
    });
    expect(await decide(approval, { reason: 'other words' })).toMatchObject({ body: { code: 'approval_changed' } });
    expect(await decide(approval, { argumentsCommitment: 'f'.repeat(64) }, bob)).toMatchObject({
      status: 409,
      body: { code: 'approval_mismatch' },
    });
    expect(await decide(approval, {}, bob)).toMatchObject({ status: 200, body: { state: 'approved' } });
    await until(house, run, sealed);
    expect(await decide(approval, {}, bob)).toMatchObject({ status: 200, body: { state: 'approved' } });
    expect(await decide(approval, {}, await keyOf('Carl'))).toMatchObject({ body: { code: 'approval_decided' } });
    const decided = (await eventsOf(house, run)).filter(({ type }) => type === 'approval.decided');
    expect(decided.map(({ principal, payload }) => [principal, payload['self_approval']])).toEqual([
      ['ana-auditor', true],
      ['bob', false],
    ]);
    expect(await verdicts(run)).toMatchObject({ governance: 'pass' });
  });

  test('is not for everybody', async () => {
    const foreign = await keyOf('Fay', ['elsewhere']);
    const bob = await keyOf('Bob');
    await house.worker();
    const run = await submit(house, gated({ of: ['bob'] }));
    const approval = await pendingOf(run);
    expect(approval.mayDecide).toBe(false);
    expect(await decide(approval)).toMatchObject({ status: 403, body: { code: 'approval_not_yours' } });
    expect(await decide(approval, {}, foreign)).toMatchObject({ status: 404, body: { code: 'approval_unknown' } });
    expect(await decide({ ...approval, approval: '0'.repeat(36) })).toMatchObject({
      status: 404,
      body: { code: 'approval_unknown' },
    });
    await decide(approval, {}, bob);
    expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
  });

  test('of two people at once is counted once each', async () => {
    const keys = await Promise.all(['Bob', 'Carl', 'Dora', 'Eve'].map((name) => keyOf(name)));
    await house.worker();
    const run = await submit(house, gated({ required: 3 }));
    const approval = await pendingOf(run);
    const answers = await Promise.all(keys.flatMap((key) => [decide(approval, {}, key), decide(approval, {}, key)]));
    await until(house, run, sealed);
    expect(answers.filter(({ body }) => body.code === 'approval_decided').length).toBeGreaterThanOrEqual(1);
    const decided = (await eventsOf(house, run)).filter(({ type }) => type === 'approval.decided');
    expect(new Set(decided.map(({ principal }) => principal)).size).toBe(3);
    expect(decided).toHaveLength(3);
  });
});

describe('a run that waits', () => {
  test('takes no place of its worker', async () => {
    await house.worker({ workerRuns: 1 });
    const waiting = await submit(house, gated());
    await pendingOf(waiting);
    const other = await submit(house, { objective: 'hello' });
    expect(await until(house, other, sealed)).toMatchObject({ state: 'completed' });
    expect(await until(house, waiting, () => true)).toMatchObject({ awaitingApproval: true, sealed: false });
  });

  test('takes none of its own time', async () => {
    await house.worker();
    const run = await submit(house, gated({}, { limits: { timeoutMs: 1000 } }));
    const approval = await pendingOf(run);
    await pause(1500);
    await decide(approval);
    expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'goes on under another worker after %s, and repeats nothing',
    async (signal) => {
      const first = await runWorker({ env: house.env });
      const run = await submit(house, {
        ...gated(),
        grant: ['run_command', 'workspace_write'],
        objective: calls(['run_command', { argv: ['sh', '-c', 'echo ran >> trace'] }], WRITE, [
          'run_command',
          { argv: ['cat', 'trace'] },
        ]),
      });
      const approval = await pendingOf(run);
      first.child.kill(signal);
      await first.exited;
      await decide(approval);
      expect(await fileOf(run)).toBeNull();
      await house.worker();
      expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
      expect(await fileOf(run)).toBe('approved');
      expect(await readFile(join(house.dataDir, 'runs', run, 'workspace', 'trace'), 'utf8')).toBe('ran\n');
      const events = await eventsOf(house, run);
      expect(events.filter(({ type }) => type === 'dispatch.start').map(({ payload }) => payload['call'])).toEqual([
        1, 2, 3,
      ]);
      expect(events.filter(({ type }) => type === 'approval.requested')).toHaveLength(1);
      expect(events.find(({ type }) => type === 'approval.decided')!.payload).toMatchObject({ resumed: true });
      expect(events.filter(({ type }) => type === 'episode.started')).toHaveLength(1);
      expect(events.some(({ type }) => type === 'provenance.gap')).toBe(false);
      expect(await verdicts(run)).toMatchObject({ integrity: 'pass', governance: 'pass', completeness: 'pass' });
    },
  );

  test('is not asked its model again for what is on the record', async () => {
    const model = await writingModel();
    await house.close();
    house = await openHouse({ RUNSEAL_CHAT_BASE_URL: model.url, RUNSEAL_CHAT_API_KEY: 'k' });
    const first = await runWorker({ env: house.env });
    const run = await submit(house, gated({}, { harness: 'chat', model: 'm', objective: 'Write it.' }));
    const approval = await pendingOf(run);
    expect(model.asked()).toBe(2);
    first.child.kill('SIGKILL');
    await first.exited;
    await house.worker();
    await decide(approval);
    expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
    expect(model.asked()).toBe(3);
    expect(await fileOf(run)).toBe('approved');
    const events = await eventsOf(house, run);
    const steps = events.filter(({ type }) => type === 'model.called').map(({ payload }) => payload['step']);
    expect(steps).toEqual([1, 2, 3]);
    expect(events.find(({ type }) => type === 'episode.ended')!.payload).toMatchObject({
      usage: { input_tokens: 30, output_tokens: 3 },
    });
    expect(await verdicts(run)).toMatchObject({ integrity: 'pass', governance: 'pass', completeness: 'pass' });
    await model.close();
  });

  test('through an external harness goes on when it is decided, its time standing still', async () => {
    await house.worker();
    const run = await submit(house, gated({}, { harness: 'reference', limits: { timeoutMs: 6000 } }));
    const approval = await pendingOf(run);
    await pause(6500);
    await decide(approval);
    expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
    expect(await fileOf(run)).toBe('approved');
    expect(await verdicts(run)).toMatchObject({ integrity: 'pass', governance: 'pass' });
  });

  test('that cannot go on ends halted, with what waited as a gap', async () => {
    const first = await runWorker({ env: house.env });
    const run = await submit(house, gated({}, { harness: 'reference' }));
    const approval = await pendingOf(run);
    first.child.kill('SIGKILL');
    await first.exited;
    await house.worker();
    expect(await until(house, run, sealed)).toMatchObject({ state: 'halted', awaitingApproval: false });
    const gaps = (await eventsOf(house, run)).filter(({ payload }) => payload['reason'] === 'approval_pending');
    expect(gaps).toHaveLength(1);
    expect(await decide(approval)).toMatchObject({ body: { code: 'approval_withdrawn' } });
    expect(await fileOf(run)).toBeNull();
  });
});

describe('the inbox', () => {
  test('shows what waits first, by pages, to those who may see it', async () => {
    await house.worker();
    const runs = [await submit(house, gated()), await submit(house, gated()), await submit(house, gated())];
    const approvals = [];
    for (const run of runs) approvals.push(await pendingOf(run));
    await decide(approvals[2]!, { decision: 'deny' });
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
      headers: { authorization: `Bearer ${await keyOf('Fay', ['elsewhere'])}` },
    });
    expect(await foreign.json()).toEqual({ items: [], nextCursor: null });
    expect((await house.ask('/api/v1/approvals?cursor=rubbish')).status).toBe(400);
  });
});
