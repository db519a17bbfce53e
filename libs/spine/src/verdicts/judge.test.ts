import { reportedSeq, shown } from './judge.ts';

test('a seq is reported while a number holds it exactly', () => {
  expect([1n, BigInt(Number.MAX_SAFE_INTEGER), 2n ** 53n].map(reportedSeq)).toEqual([1, Number.MAX_SAFE_INTEGER, null]);
});

test('whatever a payload holds can stand in a sentence, and keeps it short', () => {
  expect([7, 7n, 'a"b', undefined, null, true, [1], { a: 1 }, new Uint8Array(1)].map(shown)).toEqual([
    ...['7', '7', '"a\\"b"', 'not named', 'not named'],
    ...new Array<string>(4).fill('of a wrong type'),
  ]);
  expect(shown('x'.repeat(81))).toBe(`"${'x'.repeat(80)}"`);
});
