import { MOST_ANSWER_TOKENS, mostTokens } from './most-tokens.ts';

const MOST = MOST_ANSWER_TOKENS;

it.each([
  ['openai-responses', { max_output_tokens: 50 }, 50],
  ['openai-responses', { max_tokens: 50 }, MOST],
  ['openai-chat', { max_tokens: 50 }, 50],
  ['openai-chat', { max_tokens: 50, max_completion_tokens: 60 }, 60],
  ['openai-chat', { max_tokens: 70, max_completion_tokens: 60, n: 3 }, 210],
  ['openai-chat', { n: 2 }, 2 * MOST],
  ['openai-chat', { n: 0, max_tokens: 5 }, 5],
  ['openai-chat', { n: -1, max_tokens: '5' }, MOST],
  ['anthropic-messages', { max_tokens: 50, n: 4 }, 50],
  ['anthropic-messages', { max_tokens: null }, MOST],
  ['gemini', { generationConfig: { maxOutputTokens: 50, candidateCount: 2 } }, 100],
  ['gemini', { generation_config: { max_output_tokens: 50 }, generationConfig: { maxOutputTokens: 40 } }, 50],
  ['gemini', { generation_config: { candidate_count: 2 }, generationConfig: 7 }, 2 * MOST],
  ['gemini', { maxOutputTokens: 50 }, MOST],
] as const)('a call (%s) that asks for %j may use so much, and what its body holds', (protocol, body, output) => {
  expect(mostTokens(protocol, body, 1000)).toBe(1000 + output);
});
