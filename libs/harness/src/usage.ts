import type { UsagePayload } from '@runseal/spine';

/**
 * Most tokens of one answer that are taken for counted. What a provider or a CLI says beyond it nobody could have used: a
 * sum with it would be a claim, and sums of many would leave the numbers that a record and a database hold.
 */
export const MOST_TOKENS = 1_000_000_000_000;

/** Adds one turn's usage to a total; `undefined` means no turn yet. Unknown stays unknown: missing is not zero. */
export function addUsage(total: UsagePayload | null | undefined, turn: UsagePayload | null): UsagePayload | null {
  if (total === undefined) return turn;
  if (total === null || turn === null) return null;
  const [input, output] = [total.input_tokens + turn.input_tokens, total.output_tokens + turn.output_tokens];
  // The record holds exact numbers only.
  if (!Number.isSafeInteger(input + output)) return null;
  return {
    input_tokens: input,
    output_tokens: output,
    cached_input_tokens: addKnown(total.cached_input_tokens, turn.cached_input_tokens),
    reasoning_tokens: addKnown(total.reasoning_tokens, turn.reasoning_tokens),
    source: total.source === 'measured' && turn.source === 'measured' ? 'measured' : 'reported',
  };
}

function addKnown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
