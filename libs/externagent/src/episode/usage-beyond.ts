import type { UsagePayload } from '@runseal/spine';

/** What was used beyond `before`. null when either is not known, or the count went backwards: less would be a guess. */
export function usageBeyond(before: UsagePayload | null, total: UsagePayload | null): UsagePayload | null {
  if (before === null || total === null) return null;
  const [input_tokens, output_tokens] = [
    total.input_tokens - before.input_tokens,
    total.output_tokens - before.output_tokens,
  ];
  if (input_tokens < 0 || output_tokens < 0) return null;
  return {
    input_tokens,
    output_tokens,
    cached_input_tokens: beyond(before.cached_input_tokens, total.cached_input_tokens),
    reasoning_tokens: beyond(before.reasoning_tokens, total.reasoning_tokens),
    source: total.source,
  };
}

const beyond = (before: number | null, total: number | null): number | null =>
  before === null || total === null || total < before ? null : total - before;
