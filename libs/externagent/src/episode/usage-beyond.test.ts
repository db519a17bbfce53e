import { usageBeyond } from './usage-beyond.ts';

const usage = (input: number, output: number, cached: number | null = 0) => ({
  ...{ input_tokens: input, output_tokens: output, cached_input_tokens: cached, reasoning_tokens: null },
  source: 'reported' as const,
});

it('what a thread used since is what it reports beyond what it had reported', () => {
  expect(usageBeyond(usage(100, 10, 5), usage(250, 30, 5))).toEqual(usage(150, 20, 0));
});

it('what is not known is not zero', () => {
  expect(usageBeyond(null, usage(1, 1))).toBe(null);
  expect(usageBeyond(usage(1, 1), null)).toBe(null);
  expect(usageBeyond(usage(1, 1, null), usage(2, 2))).toMatchObject({ cached_input_tokens: null });
});

it('a count that went backwards is no count', () => {
  expect(usageBeyond(usage(10, 1), usage(5, 2))).toBe(null);
});
