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
