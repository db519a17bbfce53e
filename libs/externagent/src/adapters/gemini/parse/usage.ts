import type { UsagePayload } from '@runseal/spine';
import { countOf, isFields } from '../../../frames/fields.ts';

/**
 * Token usage of the whole episode. It counts thoughts into nothing but the total, so the output is what the total holds
 * beside the input. Null unless both are there. A run that never reached its model reports zeros, which count nothing.
 */
export function usageOf(stats: unknown): UsagePayload | null {
  if (!isFields(stats)) return null;
  const input = countOf(stats['input_tokens']);
  const spoken = countOf(stats['output_tokens']);
  const total = countOf(stats['total_tokens']);
  if (input === null || spoken === null || total === null || total === 0 || total < input + spoken) return null;
  return {
    input_tokens: input,
    output_tokens: total - input,
    cached_input_tokens: countOf(stats['cached']),
    reasoning_tokens: total - input - spoken,
    source: 'reported',
  };
}
