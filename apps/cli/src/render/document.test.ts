import fc from 'fast-check';
import { madeOf, MadeList } from '../made-list.ts';
import { documentPieces } from './document.ts';

const printed = (document: unknown): string => [...documentPieces(document)].join('');

test('A document with lists that are made meanwhile is printed like one with those lists', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.tuple(fc.boolean(), fc.array(fc.jsonValue()))), (members) => {
      const whole = Object.fromEntries(Object.entries(members).map(([key, [, list]]) => [key, list]));
      const made = Object.fromEntries(
        Object.entries(members).map(([key, [later, list]]) => [key, later ? madeOf(list, (item) => item) : list]),
      );
      expect(printed(made)).toBe(`${JSON.stringify(whole, null, 2)}\n`);
      expect(JSON.stringify(made)).toBe(JSON.stringify(whole));
    }),
  );
  const list = madeOf(['\u2028\n', 1], (item) => ({ item }));
  expect(printed({ a: undefined, list, b: { c: [] } })).toBe(
    `${JSON.stringify({ list: [...list], b: { c: [] } }, null, 2)}\n`,
  );
});

test('No item is made before its turn', () => {
  let made = 0;
  const pieces = documentPieces({
    list: new MadeList(function* () {
      for (; made < 1_000; made += 1) yield made;
    }),
  });
  for (let n = 0; n < 10; n += 1) pieces.next();
  expect(made).toBeLessThan(11);
});
