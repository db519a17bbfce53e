import { decodeEvent, isMap, type CborValue } from '@runseal/spine';
import type { EventIndex } from '@runseal/spine/postgres';
import type { z } from 'zod';
import type { Brakes } from '../wire/brakes.ts';
import type { UsageView } from '../wire/event.ts';

type View = z.output<typeof UsageView>;
type Tokens = NonNullable<View['model']>;
type Prices = NonNullable<View['prices']>;

const PAGE = 2_000;

/** What model answers and episodes say they used. The two count the same tokens, so they stand beside each other. */
export async function usageOf(index: EventIndex, run: string, cost: Brakes['cost']): Promise<View> {
  const prices: Prices | null =
    cost === undefined
      ? null
      : { inputMicrosPerMillion: cost.inputMicrosPerMillion, outputMicrosPerMillion: cost.outputMicrosPerMillion };
  return {
    model: await summed(index, run, 'model.answered', prices),
    harness: await summed(index, run, 'episode.ended', prices),
    prices,
  };
}

async function summed(index: EventIndex, run: string, type: string, prices: Prices | null): Promise<Tokens | null> {
  let sum: Tokens | null = null;
  for (let after = 0; ;) {
    const range = { after, upTo: Number.MAX_SAFE_INTEGER, limit: PAGE };
    const events = await index.page(run, { types: [type], call: null, words: [] }, range);
    for (const { canonical } of events) sum = added(sum, decodeEvent(canonical).payload['usage']);
    after = events.at(-1)?.seq ?? after;
    if (events.length < PAGE) return sum === null ? null : { ...sum, costMicros: costOf(sum, prices) };
  }
}

function added(sum: Tokens | null, usage: CborValue | undefined): Tokens | null {
  if (!isMap(usage)) return sum;
  const { source } = usage;
  const before = sum ?? NOTHING;
  const sources = typeof source === 'string' ? [...new Set([...before.sources, source])] : before.sources;
  return {
    times: before.times + 1,
    inputTokens: before.inputTokens + (countOf(usage['input_tokens']) ?? 0),
    outputTokens: before.outputTokens + (countOf(usage['output_tokens']) ?? 0),
    cachedInputTokens: plus(before.cachedInputTokens, countOf(usage['cached_input_tokens'])),
    reasoningTokens: plus(before.reasoningTokens, countOf(usage['reasoning_tokens'])),
    sources,
    costMicros: null,
  };
}

const NOTHING: Tokens = {
  times: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: null,
  reasoningTokens: null,
  sources: [],
  costMicros: null,
};

const plus = (sum: number | null, more: number | null): number | null => (more === null ? sum : (sum ?? 0) + more);

const countOf = (value: CborValue | undefined): number | null =>
  typeof value === 'number' && value >= 0 ? value : null;

/** Rounded up, as the budget is. */
const costOf = (sum: Tokens, prices: Prices | null): number | null =>
  prices === null
    ? null
    : Math.ceil(
        (sum.inputTokens * prices.inputMicrosPerMillion + sum.outputTokens * prices.outputMicrosPerMillion) / 1e6,
      );
