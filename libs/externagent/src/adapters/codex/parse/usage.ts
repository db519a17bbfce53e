import type { UsagePayload } from '@runseal/spine';
import { countOf, isFields } from '../../../frames/fields.ts';

/**
 * Token usage as codex reports it: cumulative over the whole thread, so the last one of an episode is the episode's.
 * Null unless both totals are there: a count that is missing is unknown, not zero.
 */
export function usageOf(value: unknown): UsagePayload | null {
  if (!isFields(value)) return null;
  const input = countOf(value['input_tokens']);
  const output = countOf(value['output_tokens']);
  if (input === null || output === null) return null;
  return {
    input_tokens: input,
    output_tokens: output,
    cached_input_tokens: countOf(value['cached_input_tokens']),
    reasoning_tokens: countOf(value['reasoning_output_tokens']),
    source: 'reported',
  };
}
