/** Workers whose clock is hours away from the database's, and is set while they drive a run. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Wire } from '@runseal/api/client';
import type { Report } from '@runseal/spine';
import { openAuthority, type Authority } from '../time/authority.ts';
import { calls, eventsOf, openHouse, sealed, submit, until, type House } from './api-house.ts';
import { killRest, run, runWorker, said } from './api-process.ts';

const HOUR_MS = 3_600_000;
const PRELOAD = `--import=${join(import.meta.dirname, 'fixtures/moved-clock.mjs')}`;
const WAITS = ['sh', '-c', 'while [ ! -e go ]; do sleep 0.05; done'];

let authority: Authority;
let house: House;
beforeAll(async () => {
  authority = await openAuthority();
  house = await openHouse({ RUNSEAL_TSA_URL: authority.url, RUNSEAL_LEDGER_EVERY_MS: '50' });
});
afterEach(killRest);
afterAll(async () => {
  await house.close();
  await authority.close();
});

test.each([5, -5])(
  'A clock %d hours off, and then set by as much again: runs end, are sealed, stamped and in the ledger',
  async (hours) => {
    const env = { ...house.env, NODE_OPTIONS: PRELOAD, MOVED_CLOCK_MS: String(hours * HOUR_MS) };
    const worker = await runWorker({ env });
    const id = await submit(house, { objective: calls(['run_command', { argv: WAITS }]), grant: ['run_command'] });
    await until(house, id, ({ events }) => events >= 3);
    worker.child.kill('SIGUSR2');
    await writeFile(join(house.dataDir, 'runs', id, 'workspace', 'go'), '');
    expect(await until(house, id, sealed)).toMatchObject({ state: 'completed', errorCode: null });
    // The record has the times of the worker that wrote it; that they jump is on it too.
    const times = (await eventsOf(house, id)).map(({ time }) => Number(BigInt(time) / 1_000_000n));
    expect(Math.abs(times.at(-1)! - times[0]!)).toBeGreaterThan(4 * HOUR_MS);
    const report = (await (await house.ask(`/api/v1/runs/${id}/verification`)).json()) as Report;
    expect(report.verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
    while ((await house.ask(`/api/v1/runs/${id}/time-token`)).status !== 200) await pause(20);
    while ((await house.ask(`/api/v1/runs/${id}/receipt`)).status !== 200) await pause(20);
    worker.child.kill('SIGTERM');
    expect(await worker.exited).toEqual([0, null]);
    expect(worker.log()).not.toContain('"level":50');
  },
);

test.each([5, -5])(
  'A worker whose clock is %d hours off gives people the time that the goal does, and a record that verifies',
  async (hours) => {
    const env = { ...house.env, NODE_OPTIONS: PRELOAD, MOVED_CLOCK_MS: String(hours * HOUR_MS) };
    await runWorker({ env });
    const approvals = { workspace_write: { required: 1, expiresMs: HOUR_MS } };
    const id = await submit(house, { objective: calls(['workspace_write', { path: 'a', content: 'b' }]), approvals });
    await until(house, id, ({ awaitingApproval }) => awaitingApproval);
    const page = (await (await house.ask(`/api/v1/approvals?run=${id}`)).json()) as Wire<'ApprovalPage'>;
    const { approval, state, requestedAt, expiresAt, argumentsCommitment } = page.items[0]!;
    expect(state).toBe('pending');
    const given = Date.parse(expiresAt) - Date.parse(requestedAt);
    expect(given).toBeGreaterThan(HOUR_MS - 10_000);
    expect(given).toBeLessThanOrEqual(HOUR_MS);
    const decided = await house.ask(`/api/v1/approvals/${approval}/decision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'approve', reason: 'read it', argumentsCommitment }),
    });
    expect(decided.status).toBe(200);
    await until(house, id, sealed);
    const report = (await (await house.ask(`/api/v1/runs/${id}/verification`)).json()) as Report;
    expect(report.verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
    expect((await eventsOf(house, id)).map(({ type }) => type)).toContain('dispatch.end');
  },
);

test('Whoever signs in where the clock is a day behind stays signed in', async () => {
  const env = { ...house.env, RUNSEAL_LOG_LEVEL: 'info', NODE_OPTIONS: PRELOAD, MOVED_CLOCK_MS: String(-24 * HOUR_MS) };
  const program = run('main', { env });
  await said(program, 'api ready');
  const { url } = JSON.parse(program.log().trim().split('\n').at(-1)!) as { url: string };
  const opened = await fetch(`${url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: house.key }),
  });
  const cookie = opened.headers.get('set-cookie')!;
  expect(Date.parse(/expires=([^;]+)/i.exec(cookie)![1]!)).toBeGreaterThan(Date.now());
  const shown = await fetch(`${url}/api/v1/session`, { headers: { cookie: cookie.split(';')[0]! } });
  expect(shown.status).toBe(200);
});
