import fc from 'fast-check';
import { readArguments } from './arguments.ts';

const textOf = (args: unknown): string => new TextDecoder().decode(readArguments(args).bytes);

test('keys are sorted and nothing else is changed', () => {
  expect(textOf({ b: [1, null, { z: true, a: 'ü' }], a: '<' })).toBe('{"a":"<","b":[1,null,{"a":"ü","z":true}]}');
});

test('every JSON value is kept without loss, whatever order its keys came in', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const wellFormed =
        JSON.stringify(value) === JSON.stringify(value).toWellFormed() && !/\\ud[89a-f]/i.test(JSON.stringify(value));
      const read = readArguments(value);
      expect(read.ok).toBe(wellFormed);
      if (read.ok) expect(JSON.parse(new TextDecoder().decode(read.bytes))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each([
  ['half of a surrogate pair in a text', { a: '\ud800' }, '{"a":"\\ud800"}'],
  ['half of a surrogate pair in a key', { '\udfff': 1 }, '{"\\udfff":1}'],
])('%s is refused, and kept as it was received', (_, args, kept) => {
  expect(readArguments(args)).toMatchObject({ ok: false, media: 'application/json' });
  expect(textOf(args)).toBe(kept);
});

test.each([
  ['NaN', { a: NaN }, 'NaN'],
  ['a number beyond JSON', { a: JSON.parse('1e400') as number }, 'Infinity'],
  ['undefined', { a: undefined }, 'undefined'],
  ['a map', { a: new Map([['k', 'v']]) }, 'Map'],
  ['a bigint', { a: 1n }, '1n'],
  ['a date', { a: new Date(0) }, '1970'],
  ['a function', { a: () => 1 }, 'Function'],
  // eslint-disable-next-line no-sparse-arrays -- the hole is the point
  ['a hole', { a: [1, , 2] }, 'empty'],
])('%s is refused, and what was received is kept as text', (_, args, shown) => {
  expect(readArguments(args)).toMatchObject({ ok: false, media: 'text/plain; charset=utf-8' });
  expect(textOf(args)).toContain(shown);
});

test('a cycle and bottomless nesting are refused', () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  expect(readArguments(cycle).ok).toBe(false);
  let deep: unknown = 1;
  for (let i = 0; i < 5000; i += 1) deep = [deep];
  expect(readArguments(deep).ok).toBe(false);
});

test('a key named __proto__ is a key like any other', () => {
  expect(textOf(JSON.parse('{"__proto__":{"a":1},"b":2}'))).toBe('{"__proto__":{"a":1},"b":2}');
});
