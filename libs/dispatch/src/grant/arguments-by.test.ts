import { z } from 'zod';
import { argumentsBy } from './arguments-by.ts';
import type { ArgumentSchema } from './argument-schema.ts';

const sum: ArgumentSchema = {
  type: 'object',
  required: ['cents'],
  properties: { cents: { type: 'integer', maximum: 500 } },
  additionalProperties: false,
};

test('arguments are taken as they are when they keep to the schema, and named where they do not', () => {
  const schema = argumentsBy(sum);
  expect(schema.safeParse({ cents: 500 })).toEqual({ success: true, data: { cents: 500 } });
  const refused = [{ cents: 501 }, {}, { cents: 1, to: 'eve' }, [], null, undefined].map((args) =>
    schema.safeParse(args),
  );
  expect(refused.map(({ success }) => success)).toEqual(Array(6).fill(false));
  expect(refused[0]!.error?.issues[0]?.message).toContain('arguments.cents');
});

test('a model is shown the whole schema', () => {
  expect(z.toJSONSchema(argumentsBy(sum))).toMatchObject(sum);
});

test.each([
  ['of no object', { type: 'array' }],
  ['of no type', { required: ['cents'] }],
  ['with what would be passed over', { type: 'object', properties: { cents: { multipleOf: 5 } } }],
])('a schema %s is refused', (_, schema) => {
  expect(() => argumentsBy(schema as ArgumentSchema)).toThrow(
    expect.objectContaining({ code: 'runseal.tool_invalid' }) as Error,
  );
});
