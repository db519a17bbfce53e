import type { UsagePayload } from '@runseal/spine';
import { countOf, isFields } from '../../../frames/fields.ts';

/**
 * Token usage of a whole episode, from its result line. Anthropic counts what was read from or written to the cache
 * beside `input_tokens`; here, as everywhere on the record, the input is all of it. Null unless both totals are there.
 */
export function usageOf(value: unknown): UsagePayload | null {
  if (!isFields(value)) return null;
  const fresh = countOf(value['input_tokens']);
  const output = countOf(value['output_tokens']);
  if (fresh === null || output === null) return null;
  const read = countOf(value['cache_read_input_tokens']);
  const written = countOf(value['cache_creation_input_tokens']);
  const input = countOf(fresh + (read ?? 0) + (written ?? 0));
  if (input === null) return null;
  return {
    input_tokens: input,
    output_tokens: output,
    cached_input_tokens: read,
    reasoning_tokens: null,
    source: 'reported',
  };
}
