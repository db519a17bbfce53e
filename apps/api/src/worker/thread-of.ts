/** The conversation a run keeps or goes on with, found on the record of the run that kept it. */
import { HarnessError, type RunContext } from '@runseal/harness';
import { contentRefFromCbor, decodeEvent, isMap, type CborMap, type UsagePayload } from '@runseal/spine';
import type { SpineStore } from '@runseal/spine/postgres';
import type { Goal } from '../wire/goal.ts';

/** undefined when the goal asks for nothing. Throws HarnessError `thread_unusable`. */
export async function threadOf(store: SpineStore, { thread }: Goal): Promise<RunContext['thread']> {
  if (thread === undefined) return undefined;
  const { keep, continues } = thread;
  return { keep, resume: continues === undefined ? null : await keptBy(store, continues) };
}

async function keptBy(
  store: SpineStore,
  run: string,
): Promise<NonNullable<NonNullable<RunContext['thread']>['resume']>> {
  let kept: CborMap | null = null;
  for await (const { type, canonical } of store.scan(run)) {
    if (type !== 'episode.ended') continue;
    const { thread } = decodeEvent(canonical).payload;
    kept = thread !== undefined && isMap(thread) ? thread : null;
  }
  const { id, state, usage } = kept ?? {};
  if (typeof id !== 'string' || state === undefined || !isMap(state))
    throw new HarnessError('thread_unusable', `The run ${run} kept no conversation: start a new one.`);
  const { content } = await store.content(run, contentRefFromCbor(state).commitment);
  if (content === null)
    throw new HarnessError('thread_unusable', `The conversation of the run ${run} was erased: start a new one.`);
  return { id, state: content.bytes, usage: usageFrom(usage) };
}

function usageFrom(usage: CborMap[string] | undefined): UsagePayload | null {
  if (usage === undefined || !isMap(usage)) return null;
  const {
    input_tokens: input,
    output_tokens: output,
    cached_input_tokens: cached,
    reasoning_tokens: reasoning,
  } = usage;
  if (typeof input !== 'number' || typeof output !== 'number') return null;
  return {
    input_tokens: input,
    output_tokens: output,
    cached_input_tokens: typeof cached === 'number' ? cached : null,
    reasoning_tokens: typeof reasoning === 'number' ? reasoning : null,
    source: 'reported',
  };
}
