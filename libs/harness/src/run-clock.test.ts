import { jest } from '@jest/globals';
import { once } from 'node:events';
import { runClock } from './run-clock.ts';

function parking() {
  const listeners = new Set<(parked: boolean) => void>();
  return {
    tell: (parked: boolean) => listeners.forEach((listener) => listener(parked)),
    count: () => listeners.size,
    onParked: (listener: (parked: boolean) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

test('the time of a run is over when it is, not while the run waits for people', async () => {
  const waist = parking();
  const parked = runClock(50, waist);
  waist.tell(true);
  const other = runClock(100, parking());
  await once(other.signal, 'abort');
  expect(parked.signal.aborted).toBe(false);
  waist.tell(false);
  await once(parked.signal, 'abort');
  expect(parked.signal.aborted).toBe(true);
});

test('what a run has used before it waits is used, however often it waits', () => {
  jest.useFakeTimers();
  try {
    const waist = parking();
    const { signal } = runClock(100, waist);
    const abortedAfter = (ms: number) => (jest.advanceTimersByTime(ms), signal.aborted);
    for (const used of [60, 39]) {
      expect(abortedAfter(used)).toBe(false);
      waist.tell(true);
      expect(abortedAfter(1000)).toBe(false);
      waist.tell(false);
      expect(abortedAfter(0)).toBe(false);
    }
    expect(abortedAfter(1)).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});

test('a clock that is stopped listens no more', () => {
  const waist = parking();
  runClock(50, waist).stop();
  expect(waist.count()).toBe(0);
});
