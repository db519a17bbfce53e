import { parseLeaves } from './leaves.ts';

const LEAF = 'ab'.repeat(32);

test('one leaf a line, whatever ends the lines', () => {
  expect(parseLeaves(`${LEAF}\r\n${LEAF.toUpperCase()}\n\n`)).toEqual([
    new Uint8Array(32).fill(0xab),
    new Uint8Array(32).fill(0xab),
  ]);
});

test('a line that is no leaf is named', () => {
  expect(() => parseLeaves(`${LEAF}\n${LEAF.slice(1)}\n`)).toThrow(/Line 2/);
});
