import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '@runseal/spine';
import type { Wire } from '@runseal/api/client';
import { calls, eventsOf, LETTER, openHouse, sealed, submit, until, type House } from './api-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.worker();
});
afterAll(() => house.close());

/** Runs until a file `go` appears in its workspace. */
const WAITING = calls(['run_command', { argv: ['sh', '-c', 'while [ ! -e go ]; do sleep 0.05; done'] }]);

const get = async <T>(path: string): Promise<T> => (await (await house.ask(`/api/v1${path}`)).json()) as T;
const post = (path: string, body?: object) =>
  house.ask(`/api/v1${path}`, {
    method: 'POST',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];
const go = (run: string) => writeFile(join(house.dataDir, 'runs', run, 'workspace', 'go'), '');
describe('a run under way', () => {
  test('is neither sealed nor exported nor proven, and a halt ends it on the record', async () => {
    const run = await submit(house, { objective: WAITING, grant: ['run_command'] });
    await until(house, run, ({ events }) => events >= 4);
    expect(await codeOf(await post(`/runs/${run}/seal`))).toEqual([409, 'run_active']);
    expect(await codeOf(await house.ask(`/api/v1/runs/${run}/record`))).toEqual([409, 'not_sealed']);
    expect(await codeOf(await house.ask(`/api/v1/runs/${run}/verification`))).toEqual([409, 'not_sealed']);
    expect(await codeOf(await house.ask(`/api/v1/runs/${run}/events/1/proof`))).toEqual([409, 'not_sealed']);

    const halting = (await (await post(`/runs/${run}/halt`, { reason: 'wrong goal' })).json()) as Wire<'RunDetail'>;
    expect(halting.halt).toEqual({ reason: 'wrong goal', by: 'ana-auditor', scope: 'run' });
    const detail = await until(house, run, sealed);
    expect(detail).toMatchObject({ state: 'halted', errorCode: 'run_halted' });
    const events = await eventsOf(house, run);
    expect(events.find(({ type }) => type === 'run.halted')).toMatchObject({
      actor: 'human',
      payload: { reason: 'wrong goal', by: 'ana-auditor' },
    });
    expect(events.find(({ type }) => type === 'outcome.recorded')?.payload).toMatchObject({ result: 'halted' });
    const report = await get<Report>(`/runs/${run}/verification`);
    expect(report.verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
  });

  test('a second halt keeps the first reason', async () => {
    const run = await submit(house, { objective: WAITING, grant: ['run_command'] });
    await until(house, run, ({ events }) => events >= 4);
    await Promise.all([post(`/runs/${run}/halt`, { reason: 'first' })]);
    await post(`/runs/${run}/halt`, { reason: 'second' });
    expect((await until(house, run, sealed)).halt?.reason).toBe('first');
  });

  test('goes on to its end when it is let', async () => {
    const run = await submit(house, { objective: WAITING, grant: ['run_command'] });
    await until(house, run, ({ events }) => events >= 4);
    await go(run);
    expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
  });
});

describe('a run that fails', () => {
  test('by its check is failed, with the check on the record', async () => {
    const run = await submit(house, { objective: LETTER, verify: { command: ['grep', '-q', 'goodbye', 'hello.txt'] } });
    expect(await until(house, run, sealed)).toMatchObject({ state: 'failed', errorCode: 'check_failed' });
    const events = await eventsOf(house, run);
    expect(events.find(({ type }) => type === 'check.recorded')?.payload).toMatchObject({
      passed: false,
      exit_code: 1,
    });
    expect(events.find(({ type }) => type === 'outcome.recorded')?.payload).toMatchObject({ result: 'failure' });
  });

  test('a check that is not there has not passed', async () => {
    const run = await submit(house, { objective: LETTER, verify: { command: ['no-such-program'] } });
    expect(await until(house, run, sealed)).toMatchObject({ state: 'failed', errorCode: 'check_failed' });
  });

  test('an action outside the grant is refused, on the record, and does not run', async () => {
    const run = await submit(house, { objective: LETTER, grant: ['workspace_read'] });
    await until(house, run, sealed);
    const rejected = (await eventsOf(house, run)).filter(({ type }) => type === 'dispatch.rejected');
    expect(rejected.map(({ payload }) => payload['reason'])).toContain('capability_denied');
  });
});

describe('two runs side by side', () => {
  test('the same goal natively and through the reference harness: same calls, other vouching', async () => {
    const left = await submit(house, { objective: LETTER });
    const right = await submit(house, { objective: LETTER, harness: 'reference' });
    await until(house, left, sealed);
    expect(await until(house, right, sealed)).toMatchObject({
      errorCode: null,
      error: null,
      state: 'completed',
      harnessKind: 'external',
      profile: 'reference',
    });
    const comparison = await get<Wire<'Comparison'>>(`/compare?left=${left}&right=${right}`);
    expect(comparison.dispatches).toHaveLength(2);
    for (const pair of comparison.dispatches)
      expect(pair).toMatchObject({
        left: { outcome: 'ok' },
        right: { outcome: 'ok' },
        sameArguments: true,
        sameResult: true,
      });
    expect(comparison.mixes.left.tiers.attested).toBe(0);
    expect(comparison.mixes.right.tiers.attested).toBeGreaterThan(0);
    expect(comparison.gaps.map(({ surface }) => surface)).toContain('model_calls');
    expect(comparison.gaps.every((gap) => gap.left === 0 && gap.right > 0)).toBe(true);
    expect(comparison.vouches.left).not.toBe(comparison.vouches.right);
    expect(comparison.sentences.join(' ')).toContain('the same 2 tool calls in the same order');
    const report = await get<Report>(`/runs/${right}/verification`);
    expect(report.verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
  });

  test('a run that does not exist cannot be compared', async () => {
    expect(await codeOf(await house.ask('/api/v1/compare?left=a&right=b'))).toEqual([404, 'run_unknown']);
  });
});
