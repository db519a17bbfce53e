import fc from 'fast-check';
import { align } from './align.ts';

const key = (item: string): string => item;

describe('aligning two sequences', () => {
  it('pairs the longest common subsequence', () => {
    expect(align(['a', 'b', 'c', 'd'], ['x', 'b', 'd', 'y'], key)).toEqual([
      ['a', null],
      [null, 'x'],
      ['b', 'b'],
      ['c', null],
      ['d', 'd'],
      [null, 'y'],
    ]);
  });

  it('keeps every item once, in order, and pairs only equal keys', () => {
    const items = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(items, items, (left, right) => {
        const pairs = align(left, right, key);
        expect(pairs.map(([l]) => l).filter((l) => l !== null)).toEqual(left);
        expect(pairs.map(([, r]) => r).filter((r) => r !== null)).toEqual(right);
        for (const [l, r] of pairs) if (l !== null && r !== null) expect(l).toBe(r);
      }),
    );
  });

  it('stays quick when both are very long', () => {
    const long = Array.from({ length: 20_000 }, (_, i) => `call ${i % 7}`);
    const pairs = align(long, long.slice(1), key);
    expect(pairs.map(([l]) => l).filter((l) => l !== null)).toEqual(long);
    expect(pairs.filter(([l, r]) => l !== null && r !== null).every(([l, r]) => l === r)).toBe(true);
    expect(pairs.filter(([l, r]) => l !== null && r !== null).length).toBeGreaterThan(19_000);
  });
});
