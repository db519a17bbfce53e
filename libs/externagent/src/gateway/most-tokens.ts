/** The most tokens that a call can be expected to use, before anything is known of its answer. */
import { countOf, isFields } from '../frames/fields.ts';
import type { Fields, GatewayProtocol } from './protocol.ts';

/** Output of one answer where the call does not say: as much as the models of today give. */
export const MOST_ANSWER_TOKENS = 128_000;

/** No tokenizer makes more tokens of a text than it has bytes; of an answer there are as many as are asked for. */
export function mostTokens(protocol: GatewayProtocol, body: Fields, bytes: number): number {
  const asked = largest(OUTPUT[protocol](body)) ?? MOST_ANSWER_TOKENS;
  return bytes + asked * Math.max(1, largest(ANSWERS[protocol](body)) ?? 1);
}

const OUTPUT: Readonly<Record<GatewayProtocol, (body: Fields) => readonly unknown[]>> = {
  'openai-responses': (body) => [body['max_output_tokens']],
  'openai-chat': (body) => [body['max_completion_tokens'], body['max_tokens']],
  'anthropic-messages': (body) => [body['max_tokens']],
  gemini: (body) => configured(body, ['maxOutputTokens', 'max_output_tokens']),
};

/** Answers to one call. */
const ANSWERS: Readonly<Record<GatewayProtocol, (body: Fields) => readonly unknown[]>> = {
  'openai-responses': () => [],
  'openai-chat': (body) => [body['n']],
  'anthropic-messages': () => [],
  gemini: (body) => configured(body, ['candidateCount', 'candidate_count']),
};

function configured(body: Fields, names: readonly string[]): readonly unknown[] {
  const configs = [body['generationConfig'], body['generation_config']].filter(isFields);
  return configs.flatMap((config) => names.map((name) => config[name]));
}

/** Whichever of two names is heeded. */
function largest(values: readonly unknown[]): number | null {
  const counts = values.map(countOf).filter((count) => count !== null);
  return counts.length === 0 ? null : Math.max(...counts);
}
