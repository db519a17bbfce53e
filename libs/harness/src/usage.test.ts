import type { UsagePayload } from '@runseal/spine';
import { decodeAnswer } from './chat/wire.ts';
import { addUsage, MOST_TOKENS } from './usage.ts';

const used = (input: number, output: number): UsagePayload => ({
  input_tokens: input,
  output_tokens: output,
  cached_input_tokens: null,
  reasoning_tokens: null,
  source: 'measured',
});

test('A sum that is no exact number any more is unknown, and stays it', () => {
  const most = used(Number.MAX_SAFE_INTEGER - 1, 1);
  expect(addUsage(used(0, 0), most)).toEqual(most);
  const over = addUsage(most, used(1, 0));
  expect(over).toBe(null);
  expect(addUsage(over, used(1, 1))).toBe(null);
});

test.each([
  [MOST_TOKENS, MOST_TOKENS],
  [MOST_TOKENS + 1, null],
  [Number.MAX_SAFE_INTEGER, null],
  [-1, null],
])('An answer said to have taken %s tokens counts as %s', (prompt_tokens, counted) => {
  const answer = { choices: [{ message: { content: 'hi' } }], usage: { prompt_tokens, completion_tokens: 1 } };
  const { text, usage } = decodeAnswer(new TextEncoder().encode(JSON.stringify(answer)));
  expect([text, usage?.input_tokens ?? null]).toEqual(['hi', counted]);
});
