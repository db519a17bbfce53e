import { Brakes, NO_BRAKES } from './brakes.ts';
import type { BrakeLimits } from './brakes.ts';

function set(limits: Partial<BrakeLimits>) {
  let now = 0;
  return { brakes: new Brakes({ ...NO_BRAKES, ...limits }, () => now), pass: (ms: number) => (now += ms) };
}
const usage = (input_tokens: number, output_tokens: number) =>
  ({ input_tokens, output_tokens, cached_input_tokens: null, reasoning_tokens: null, source: 'measured' }) as const;

test('without limits nothing is crossed', () => {
  const { brakes } = set({});
  for (let i = 0; i < 1000; i += 1) {
    expect(brakes.ask('same')).toBeNull();
    brakes.ended('same', null);
  }
  expect(brakes.used(usage(1e9, 1e9))).toBeNull();
});

test('the action after the last one of the window crosses, and the window moves on', () => {
  const { brakes, pass } = set({ actions: { count: 2, windowMs: 100 } });
  expect([brakes.ask('a'), brakes.ask('b')]).toEqual([null, null]);
  expect(brakes.ask('c')).toMatchObject({ limit: 'actions_per_window', value: 3, allowed: 2 });
  pass(100);
  expect(brakes.ask('d')).toBeNull();
});

test('the same call crosses when it is asked for once too often, others do not', () => {
  const { brakes } = set({ repeats: 2 });
  expect([brakes.ask('a'), brakes.ask('b'), brakes.ask('a')]).toEqual([null, null, null]);
  expect(brakes.ask('a')).toMatchObject({ limit: 'repeats', value: 3, allowed: 2 });
});

test('a rate of errors is judged from five calls on', () => {
  const { brakes } = set({ errorRate: { percent: 50, minSamples: 1 } });
  for (let i = 0; i < 4; i += 1) {
    expect(brakes.ask(`${i}`)).toBeNull();
    brakes.ended(`${i}`, null);
  }
  expect(brakes.ask('4')).toBeNull();
  brakes.ended('4', 'fine');
  expect(brakes.ask('5')).toMatchObject({ limit: 'error_rate_percent', value: 80, allowed: 50 });
});

test('a rate is judged from the calls on that were asked for, and below its limit by however little it is kept', () => {
  const { brakes } = set({ errorRate: { percent: 34, minSamples: 7 } });
  const results = [null, null, 'a', 'b', 'c', 'd', null];
  for (const [i, result] of results.entries()) {
    expect(brakes.ask(`${i}`)).toBeNull();
    brakes.ended(`${i}`, result);
  }
  expect(brakes.ask('7')).toMatchObject({ value: 42, allowed: 34 });
  brakes.ended('7', 'e');
  brakes.ended('8', 'f');
  // A third of the calls: 33.3 percent.
  expect(brakes.ask('9')).toBeNull();
});

test('calls that bring nothing new add up until one does', () => {
  const { brakes } = set({ noProgress: 2 });
  const call = (key: string, result: string | null) => {
    const crossing = brakes.ask(key);
    brakes.ended(key, result);
    return crossing;
  };
  expect([call('a', '1'), call('a', '1'), call('a', '2'), call('a', '2'), call('b', null)]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(call('c', '3')).toMatchObject({ limit: 'no_progress', value: 2 });
});

test('time spent parked is not the run’s own', () => {
  const { brakes, pass } = set({ wallTimeMs: 100 });
  pass(90);
  brakes.park();
  pass(500);
  brakes.park();
  pass(500);
  brakes.unpark();
  expect(brakes.ask('a')).toBeNull();
  brakes.unpark();
  pass(10);
  expect(brakes.ask('b')).toBeNull();
  pass(1);
  expect(brakes.ask('c')).toMatchObject({ limit: 'wall_time_ms', value: 101, allowed: 100 });
});

test('tokens and cost cross with the use that passes them; unknown use is no use', () => {
  const { brakes } = set({ tokens: 100 });
  expect([brakes.used(usage(60, 40)), brakes.used(null)]).toEqual([null, null]);
  expect(brakes.used(usage(1, 0))).toMatchObject({ limit: 'tokens', value: 101 });
  const priced = set({
    cost: { limitMicros: 10, inputMicrosPerMillion: 1_000_000, outputMicrosPerMillion: 2_000_000 },
  });
  expect(priced.brakes.used(usage(4, 3))).toBeNull();
  expect(priced.brakes.used(usage(0, 1))).toMatchObject({ limit: 'cost_micros', value: 12, allowed: 10 });
  expect(priced.brakes.ask('a')).toMatchObject({ limit: 'cost_micros' });
});

test('a cost that is no whole number is held against the limit as it is, and told rounded up', () => {
  const { brakes } = set({
    cost: { limitMicros: 3, inputMicrosPerMillion: 200_000, outputMicrosPerMillion: 0 },
  });
  for (let i = 0; i < 15; i += 1) expect(brakes.used(usage(1, 0))).toBeNull();
  expect(brakes.used(usage(1, 0))).toMatchObject({ limit: 'cost_micros', value: 4, allowed: 3 });
});

test('what would cross is told on top of what was used, and counts nothing', () => {
  const { brakes } = set({ tokens: 100 });
  brakes.used(usage(50, 40));
  expect(brakes.wouldCross({ input: 5, output: 5 })).toBeNull();
  expect(brakes.wouldCross({ input: 5, output: 6 })).toMatchObject({ limit: 'tokens', value: 101, allowed: 100 });
  expect(brakes.ask('a')).toBeNull();
  const priced = set({
    cost: { limitMicros: 10, inputMicrosPerMillion: 1_000_000, outputMicrosPerMillion: 2_000_000 },
  });
  priced.brakes.used(usage(4, 2));
  expect(priced.brakes.wouldCross({ input: 0, output: 1 })).toBeNull();
  expect(priced.brakes.wouldCross({ input: 1, output: 1 })).toMatchObject({ limit: 'cost_micros', value: 11 });
  expect(priced.brakes.ask('a')).toBeNull();
});
