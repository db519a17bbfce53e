import type { UsagePayload } from '@runseal/spine';

/** Adds one turn's usage to a total; `undefined` means no turn yet. Unknown stays unknown: missing is not zero. */
export function addUsage(total: UsagePayload | null | undefined, turn: UsagePayload | null): UsagePayload | null {
  if (total === undefined) return turn;
  if (total === null || turn === null) return null;
  return {
    input_tokens: total.input_tokens + turn.input_tokens,
    output_tokens: total.output_tokens + turn.output_tokens,
    cached_input_tokens: addKnown(total.cached_input_tokens, turn.cached_input_tokens),
    reasoning_tokens: addKnown(total.reasoning_tokens, turn.reasoning_tokens),
    source: total.source === 'measured' && turn.source === 'measured' ? 'measured' : 'reported',
  };
}

function addKnown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
