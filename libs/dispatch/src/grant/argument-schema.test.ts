import { breach, unknownKeyword } from './argument-schema.ts';
import type { ArgumentSchema } from './argument-schema.ts';

const argv: ArgumentSchema = {
  type: 'object',
  required: ['argv'],
  additionalProperties: false,
  properties: {
    argv: {
      type: 'array',
      minItems: 1,
      maxItems: 3,
      prefixItems: [{ enum: ['node', 'npm'] }],
      items: { maxLength: 5 },
    },
    n: { type: 'integer', minimum: 1, maximum: 9 },
    on: { const: true },
  },
};

test.each([[{ argv: ['node'] }], [{ argv: ['npm', 'test'], n: 9, on: true }]])('%j keeps to the schema', (value) =>
  expect(breach(argv, value)).toBeNull(),
);

test.each([
  ['another program', { argv: ['sh'] }],
  ['nothing', {}],
  ['no item', { argv: [] }],
  ['too many items', { argv: ['node', 'a', 'b', 'c'] }],
  ['a long item', { argv: ['node', 'abcdef'] }],
  ['a number out of range', { argv: ['node'], n: 10 }],
  ['a broken number', { argv: ['node'], n: 1.5 }],
  ['not a number', { argv: ['node'], n: NaN }],
  ['another constant', { argv: ['node'], on: false }],
  ['a field that is not named', { argv: ['node'], env: {} }],
  ['a field of the prototype', { argv: ['node'], constructor: 1 }],
  ['an array for an object', [['node']]],
  ['null', null],
])('%s breaks it', (_, value) => expect(breach(argv, value)).not.toBeNull());

test('a keyword that is not understood is named, however deep it is', () => {
  expect(unknownKeyword(argv)).toBeNull();
  expect(unknownKeyword({ pattern: '(a+)+' } as ArgumentSchema)).toBe('pattern');
  expect(unknownKeyword({ properties: { a: { items: { not: {} } as ArgumentSchema } } })).toBe('not');
  let deep: ArgumentSchema = {};
  for (let i = 0; i < 100; i += 1) deep = { items: deep };
  expect(unknownKeyword(deep)).not.toBeNull();
});

test('each bound holds at its edge, and not one beyond', () => {
  const within = (schema: ArgumentSchema, value: unknown) => breach(schema, value) === null;
  expect([1, 2, 9, 10].map((n) => within({ minimum: 2, maximum: 9 }, n))).toEqual([false, true, true, false]);
  expect(['a', 'ab', 'abc', 'abcd'].map((text) => within({ minLength: 2, maxLength: 3 }, text))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([[], [1], [1, 2], [1, 2, 3]].map((list) => within({ minItems: 1, maxItems: 2 }, list))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('nothing is taken for what it only resembles', () => {
  const broken: readonly (readonly [ArgumentSchema, unknown])[] = [
    [{ const: 1 }, '1'],
    [{ const: 0 }, false],
    [{ enum: ['1', true] }, 1],
    [{ minimum: 0 }, NaN],
    [{ required: ['constructor'] }, {}],
    // Lengths are in UTF-16 code units.
    [{ maxLength: 1 }, '\u{1f600}'],
  ];
  for (const [schema, value] of broken) expect(breach(schema, value)).not.toBeNull();
});

test('each type takes its own values and no others', () => {
  const values = { object: {}, array: [], string: '', number: 1.5, integer: 1, boolean: false, null: null };
  const taken = (type: NonNullable<ArgumentSchema['type']>) =>
    Object.entries(values).flatMap(([name, value]) => (breach({ type }, value) === null ? [name] : []));
  for (const type of ['object', 'array', 'string', 'boolean', 'null'] as const) expect(taken(type)).toEqual([type]);
  expect([taken('number'), taken('integer')]).toEqual([['number', 'integer'], ['integer']]);
});

test('the first items have schemas of their own, those after them the common one, or none', () => {
  const schema = { prefixItems: [{ const: 'npm' }, {}], items: { const: 'x' } };
  expect(breach(schema, ['npm', 'anything', 'x', 'x'])).toBeNull();
  expect(breach(schema, ['npm', 'anything', 'y'])).toContain('arguments[2]');
  expect(breach({ prefixItems: [{ const: 'npm' }] }, ['npm', 'anything'])).toBeNull();
});

test('what is named must be there, what is not named may be, unless the schema is closed', () => {
  const open: ArgumentSchema = { required: ['a', 'b'], properties: { a: { type: 'object', required: ['c'] } } };
  expect(breach(open, { a: { c: 1 }, b: null, more: 1 })).toBeNull();
  expect(breach(open, { a: { c: 1 } })).toBe('arguments.b is missing');
  expect(breach(open, { a: { c: undefined }, b: 1 })).toBe('arguments.a.c is missing');
  expect(breach({ additionalProperties: false }, { a: 1 })).not.toBeNull();
  expect(breach({ const: null }, 0)).not.toBeNull();
  expect(breach({ const: null }, null)).toBeNull();
});

test('an unknown keyword is found under every keyword that holds schemas, and at any place of a list', () => {
  const odd = { not: {} } as ArgumentSchema;
  for (const schema of [{ items: odd }, { prefixItems: [{}, odd] }, { properties: { a: {}, b: odd } }])
    expect(unknownKeyword(schema)).toBe('not');
  const nested = (levels: number): ArgumentSchema => (levels === 0 ? {} : { items: nested(levels - 1) });
  expect([unknownKeyword(nested(16)), unknownKeyword(nested(17))]).toEqual([null, 'nesting deeper than 16']);
});
