import { Failures } from './failures.ts';

test('an address may fail so often a minute, then waits, then may again', () => {
  const failures = new Failures(3, 60_000);
  for (const now of [0, 1000, 2000]) {
    expect(failures.wait('a', now)).toBe(0);
    failures.add('a', now);
  }
  expect(failures.wait('a', 3000)).toBe(57);
  expect(failures.wait('b', 3000)).toBe(0);
  expect(failures.wait('a', 60_001)).toBe(0);
});
