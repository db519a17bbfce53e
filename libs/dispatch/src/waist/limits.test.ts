/** What a run may use, at the waist: the brakes it has, the budget it shares, the calls it may make. */
import { NO_BRAKES } from '../brakes/brakes.ts';
import { memoryBudget, ONE_CALL } from '../budget/budget.ts';
import type { Amounts, Budget } from '../budget/budget.ts';
import { SpineError } from '@runseal/spine';
import { call, counter, echo, setUp, tool } from './fixtures/set-up.ts';

const usage = (input_tokens: number, output_tokens: number) =>
  ({ input_tokens, output_tokens, cached_input_tokens: null, reasoning_tokens: null, source: 'measured' }) as const;

test('calls that fail and calls that are refused count as errors, those that end well do not', async () => {
  const fails = tool('fails', () => Promise.reject(new Error('no')));
  const brakes = { ...NO_BRAKES, errorRate: { percent: 60, minSamples: 5 } };
  const { waist, recorder } = setUp([echo, fails], { brakes });
  for (const action of ['echo', 'fails', 'nothing', 'echo', 'fails'])
    expect(await waist.dispatch(call(action))).not.toMatchObject({ reason: 'run_halted' });
  expect(await waist.dispatch(call('echo'))).toMatchObject({ kind: 'rejected', reason: 'run_halted' });
  expect(recorder.payloads('brake.engaged')).toMatchObject([{ limit: 'error_rate_percent', value: 60, allowed: 60 }]);
});

test('an answer that was given before brings nothing new', async () => {
  const run = counter();
  const brakes = { ...NO_BRAKES, noProgress: 2 };
  const { waist, recorder } = setUp([echo, tool('count', run.count)], { brakes });
  for (const action of ['echo', 'echo', 'count', 'echo', 'echo'])
    expect(await waist.dispatch(call(action))).toMatchObject({ kind: 'done' });
  expect(await waist.dispatch(call('count'))).toMatchObject({ kind: 'rejected', reason: 'run_halted' });
  expect(recorder.payloads('brake.engaged')).toMatchObject([{ limit: 'no_progress', value: 2, allowed: 2 }]);
  expect(run.calls()).toBe(1);
});

test('calls beyond those it may make are refused 32 times, and the next one halts the run', async () => {
  const { waist, killSwitch } = setUp([echo], { maxCalls: 1 });
  for (let i = 0; i < 33; i += 1) await waist.dispatch(call('echo'));
  expect(killSwitch.engaged).toBeNull();
  expect(await waist.dispatch(call('echo'))).toMatchObject({ reason: 'budget_exceeded' });
  expect(killSwitch.engaged).toMatchObject({ by: 'waist' });
});

test('what a halted run goes on to ask is not kept where it is too large, and is no call beyond those it may make', async () => {
  const { waist, recorder, killSwitch } = setUp([echo], { maxCalls: 1 });
  killSwitch.engage('enough', 'ann');
  await waist.dispatch(call('echo'));
  await waist.dispatch(call('echo', { text: 'x'.repeat(9_000_000) }));
  expect(recorder.payloads('dispatch.rejected').map((payload) => payload.arguments === null)).toEqual([false, true]);
  expect(recorder.payloads('brake.engaged')).toEqual([]);
});

describe('a shared budget', () => {
  test('that is used up refuses the call, once with the brake that says so', async () => {
    const run = counter();
    const budget = memoryBudget({ calls: 1, tokens: null, costMicros: null });
    const { waist, types, recorder } = setUp([tool('count', run.count)], { budget, maxCalls: 2 });
    for (let i = 0; i < 3; i += 1) await waist.dispatch(call('count'));
    const refused = ['dispatch.rejected', 'dispatch.rejected'];
    expect(types()).toEqual(['dispatch.start', 'dispatch.end', 'brake.engaged', ...refused]);
    expect(recorder.payloads('brake.engaged')).toMatchObject([{ limit: 'budget', value: 2, allowed: 1 }]);
    expect(run.calls()).toBe(1);
  });

  /** Keeps what was reserved, and what it was settled with. */
  function book(): { budget: Budget; reserved: Amounts[]; settled: Amounts[] } {
    const [reserved, settled]: [Amounts[], Amounts[]] = [[], []];
    const all = memoryBudget({ calls: null, tokens: null, costMicros: null });
    const budget: Budget = {
      async reserve(amounts) {
        reserved.push(amounts);
        const hold = (await all.reserve(amounts))!;
        return { settle: (used) => (settled.push(used), hold.settle(used)) };
      },
    };
    return { budget, reserved, settled };
  }

  test('is asked for one call before it begins, and told of it when it is over, however it ends', async () => {
    const { budget, reserved, settled } = book();
    let standing: unknown;
    const look = tool('look', () => Promise.resolve(String((standing = [reserved.length, settled.length]))));
    const { waist, recorder } = setUp([look], { budget });
    await waist.dispatch(call('look'));
    expect(standing).toEqual([1, 0]);
    recorder.failWith(new SpineError('runseal.store_unavailable', 'the store is gone'));
    await waist.dispatch(call('look')).catch(() => undefined);
    expect([reserved, settled]).toEqual([
      [ONE_CALL, ONE_CALL],
      [ONE_CALL, ONE_CALL],
    ]);
  });

  test('holds the dearest a model call may come to, and keeps what it came to', async () => {
    const { budget, reserved, settled } = book();
    const cost = { limitMicros: 1_000_000, inputMicrosPerMillion: 1_500_000, outputMicrosPerMillion: 2_000_000 };
    const { waist } = setUp([], { budget, brakes: { ...NO_BRAKES, cost } });
    await (await waist.meter.begin(10))!(usage(3, 4));
    // Not counted by its provider: what was held counts.
    await (await waist.meter.begin(10))!(null);
    const held = { calls: 0, tokens: 10, costMicros: 20 };
    expect(reserved).toEqual([held, held]);
    expect(settled).toEqual([{ calls: 0, tokens: 7, costMicros: 13 }, held]);
  });

  test('that has nothing left for a model call lets none begin', async () => {
    const { waist } = setUp([], { budget: memoryBudget({ calls: null, tokens: 10, costMicros: null }) });
    expect(await waist.meter.begin(11)).toBeNull();
    const settle = await waist.meter.begin(10);
    expect(await waist.meter.begin(1)).toBeNull();
    await settle!(usage(0, 0));
    expect(await waist.meter.begin(10)).not.toBeNull();
  });
});

test('a turn that is told again from the record is not paid again, and the limits hold for it', async () => {
  const budget = memoryBudget({ calls: null, tokens: 100, costMicros: null });
  const { waist, killSwitch } = setUp([], { budget, brakes: { ...NO_BRAKES, tokens: 10 } });
  await waist.meter.again(usage(5, 5));
  expect(killSwitch.engaged).toBeNull();
  await waist.meter.again(usage(1, 0));
  expect(killSwitch.engaged).toMatchObject({ by: 'waist' });
  expect(budget.standing.tokens).toBe(0);
});
