import { z } from 'zod';
import { ProblemError } from './problem.ts';
import { validation } from './validation.ts';

const Body = z.strictObject({
  name: z.string(),
  kind: z.enum(['a', 'b']),
  count: z.int().optional(),
  flag: z.boolean().optional(),
  list: z.array(z.string()).optional(),
  inner: z.strictObject({ one: z.number() }).optional(),
});

async function errorsOf(value: unknown): Promise<unknown> {
  const read = validation.transform(value, { type: 'body', schema: Body });
  const problem = await Promise.resolve(read).catch((cause: unknown) => cause);
  if (!(problem instanceof ProblemError)) throw new Error('this was taken');
  return problem.errors?.map(({ path, message }) => `${path}: ${message}`);
}

test.each<[string, unknown, readonly string[]]>([
  ['what is missing', {}, ['name: is missing', 'kind: is missing']],
  ['another kind of value', { name: 5, kind: 'a' }, ['name: must be a text']],
  ['another choice', { name: 'x', kind: 'c' }, ['kind: must be one of "a", "b"']],
  [
    'fields that are not known, each by its name',
    { name: 'x', kind: 'a', nmae: 1, inner: { one: 1, tow: 2 } },
    ['inner.tow: is not known here', 'nmae: is not known here'],
  ],
  ['a list in place of an object', [], [': must be a JSON object']],
  [
    'several at once',
    { name: 'x', kind: 'a', count: 'x', flag: 'yes', list: {}, inner: [] },
    ['count: must be a number', 'flag: must be true or false', 'list: must be a list', 'inner: must be a JSON object'],
  ],
])('of %s a client is told the field and what to send', async (_, value, errors) => {
  expect(await errorsOf(value)).toEqual(errors);
});
