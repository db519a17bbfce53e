import { join } from 'node:path';
import { baseOf, isFileName } from './folder.ts';

const NS = 1_000_000n;

it('puts a record under the month of its seal', () => {
  expect(baseOf('a', 'r', BigInt(Date.UTC(2026, 11, 31, 23, 59)) * NS)).toBe(join('a', 'runs', '2026-12', 'r'));
});

it.each([2n ** 63n, -(2n ** 80n)])('has a place for a seal of a time that no calendar has: %d', (time) => {
  expect(baseOf('a', 'r', time * NS)).toBe(join('a', 'runs', 'undated', 'r'));
});

it.each(['..', '.', '../r', 'a/b', 'a\\b', '', '.r', 'r\0', 'a b', 'r'.repeat(201)])(
  '%j is no name of a file',
  (run) => {
    expect(isFileName(run)).toBe(false);
  },
);

it.each(['01a23068-a077-7f01-b9a5-11fc5c366127', 'run_7.b', '-r'])('%j is one', (run) => {
  expect(isFileName(run)).toBe(true);
});
