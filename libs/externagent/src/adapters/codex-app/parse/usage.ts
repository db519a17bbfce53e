import type { UsagePayload } from '@runseal/spine';
import { countOf, isFields } from '../../../frames/fields.ts';

/** Token usage of the whole thread, as codex reports it after each answer of its model. Null unless both totals are there. */
export function usageOf(value: unknown): UsagePayload | null {
  const total = isFields(value) ? value['total'] : undefined;
  if (!isFields(total)) return null;
  const input = countOf(total['inputTokens']);
  const output = countOf(total['outputTokens']);
  if (input === null || output === null) return null;
  return {
    input_tokens: input,
    output_tokens: output,
    cached_input_tokens: countOf(total['cachedInputTokens']),
    reasoning_tokens: countOf(total['reasoningOutputTokens']),
    source: 'reported',
  };
}
