import type { UsagePayload } from '@runseal/spine';
import { countOf, isFields } from '../../../frames/fields.ts';

/**
 * Token usage of one step. opencode counts cached input and reasoning beside `input` and `output`; here, as everywhere on
 * the record, they are part of them. Null unless both totals are there.
 */
export function usageOf(value: unknown): UsagePayload | null {
  if (!isFields(value)) return null;
  const cache = isFields(value['cache']) ? value['cache'] : {};
  const [read, written, reasoning] = [countOf(cache['read']), countOf(cache['write']), countOf(value['reasoning'])];
  const input = sum(countOf(value['input']), read, written);
  const output = sum(countOf(value['output']), reasoning);
  if (input === null || output === null) return null;
  return {
    input_tokens: input,
    output_tokens: output,
    cached_input_tokens: read,
    reasoning_tokens: reasoning,
    source: 'reported',
  };
}

function sum(first: number | null, ...more: (number | null)[]): number | null {
  return first === null ? null : countOf(more.reduce<number>((total, count) => total + (count ?? 0), first));
}
