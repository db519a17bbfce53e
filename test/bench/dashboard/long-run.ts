/** A run of any length, put on the spine through the store as a worker would, and listed as ended and sealed. */
import type { EventDraft } from '@runseal/spine';
import type { Signer, SpineStore, Sql } from '@runseal/spine/postgres';

const BATCH = 2_000;

/** Submits nothing to a worker: `run` is a goal that waits. Answers when its `size` events are sealed. */
export async function fillRun(
  { store, owner, signer }: { store: SpineStore; owner: Sql; signer: Signer },
  run: string,
  size: number,
): Promise<void> {
  const writer = await store.takeOver(run);
  // The seal adds the closing mix.
  for (let from = writer.size; from < size - 1; from += BATCH)
    await writer.append(...Array.from({ length: Math.min(BATCH, size - 1 - from) }, (_, n) => draftAt(from + n)));
  await writer.seal(signer);
  await owner`
    update runseal.goal set state = 'completed', started_at = now(), ended_at = now(), sealed_at = now(),
      events = ${size}, vouches = 'A run made to be long.' where run = ${run}`;
  await owner`analyze spine.event`;
}

/** Of ten events eight are frames, two a call; one in a thousand is a gap. */
function draftAt(n: number): EventDraft {
  const call = Math.floor(n / 10) + 1;
  if (n % 1_000 === 499) return { type: 'provenance.gap', actor: 'system', payload: gap };
  if (n % 10 === 3)
    return { type: 'dispatch.start', actor: 'agent', payload: { ...begun, call, scope: `src/${call}.ts` } };
  if (n % 10 === 5) return { type: 'dispatch.end', actor: 'agent', payload: { ...ended, call } };
  return {
    type: 'provenance.attested',
    actor: 'agent',
    payload: {
      kind: 'progress',
      frame: n,
      raw_sha256: new Uint8Array(32).fill(n),
      raw_bytes: 180,
      raw: null,
      summary: { type: 'item.completed', id: `item_${n}`, text: 'x'.repeat(120) },
    },
  };
}

const begun = {
  action: 'workspace_write',
  via: 'bridge',
  trust: 'untrusted',
  containment: 'kernel',
  arguments: { commitment: new Uint8Array(32).fill(7), bytes: 180, media: 'application/json' },
  harness_call_id: null,
};
const ended = { action: 'workspace_write', outcome: 'ok', result: null, error_class: null, duration_us: 1_200 };
const gap = { surface: 'frames', reason: 'line_too_long', count: 1, frames: [], calls: [], detail: '' };
