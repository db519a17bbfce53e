/** A sealed run of any length with contents, put on the spine through the store as a worker would. */
import { commitContent, contentRefToCbor, type CborMap, type Content, type EventDraft } from '@runseal/spine';
import type { Signer } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import type { SpineStore, Sql } from '@runseal/spine/postgres';

const BATCH = 2_000;
/** One call in so many reads a large file. */
const LARGE_EVERY = 200;
const LARGE_BYTES = 512 * 1024;

/** `run` is a goal that waits for a worker; answers when its `size` events are sealed. */
export async function fillRecord(
  { store, owner, signer }: { store: SpineStore; owner: Sql; signer: Signer },
  run: string,
  size: number,
): Promise<void> {
  const writer = await store.takeOver(run);
  // The seal adds the closing mix.
  for (let from = writer.size; from < size - 1; from += BATCH)
    await writer.append(...Array.from({ length: Math.min(BATCH, size - 1 - from) }, (_, n) => draftAt(from + n, run)));
  await writer.seal(signer);
  await owner`
    update runseal.goal set state = 'completed', started_at = now(), ended_at = now(), sealed_at = now(),
      events = ${size}, vouches = 'A run made to be long.' where run = ${run}`;
  await owner`analyze spine.event, spine.content`;
}

/** Of ten events eight are frames, two a call with arguments and a result; one in a thousand is a gap. */
function draftAt(n: number, run: string): EventDraft {
  const call = Math.floor(n / 10) + 1;
  if (n === 0) return { type: 'run.opened', actor: 'system', payload: { ...OPENED, run } };
  if (n % 1_000 === 499) return { type: 'provenance.gap', actor: 'system', payload: GAP };
  if (n % 10 === 3) return started(call);
  if (n % 10 === 5) return ended(call);
  const raw = { type: 'item.completed', id: `item_${String(n)}`, text: 'x'.repeat(120) };
  return {
    type: 'provenance.attested',
    actor: 'agent',
    payload: {
      kind: 'progress',
      frame: n,
      raw_sha256: new Uint8Array(32).fill(n),
      raw_bytes: 180,
      raw: null,
      summary: raw,
    },
  };
}

function started(call: number): EventDraft {
  const path = `src/part-${String(call % 500)}/file-${String(call)}.ts`;
  const told = content(JSON.stringify({ path, text: `export const n = ${String(call)};\n`.repeat(20) }));
  const payload = { ...CALL, call, scope: path, containment: 'kernel', arguments: contentRefToCbor(told.ref) };
  return { type: 'dispatch.start', actor: 'agent', payload, contents: [told] };
}

function ended(call: number): EventDraft {
  const large = call % LARGE_EVERY === 0;
  const answer = content(`${String(call)} `.padEnd(large ? LARGE_BYTES : 1_500, 'written as asked, '));
  const payload = { ...CALL, call, outcome: 'ok', result: contentRefToCbor(answer.ref), duration_us: 1_200 };
  return { type: 'dispatch.end', actor: 'agent', payload, contents: [answer] };
}

const content = (text: string): Content =>
  commitContent(new TextEncoder().encode(text), 'application/json', undefined, nodeHasher);

const CALL: CborMap = { action: 'workspace_write', via: 'bridge', trust: 'untrusted' };
const GAP: CborMap = { surface: 'frames', reason: 'line_too_long', count: 1, frames: [], calls: [], detail: '' };
const OPENED: CborMap = {
  harness_kind: 'external',
  harness: 'codex',
  grant: ['workspace_read', 'workspace_write'],
  enforcement_profile: Object.fromEntries(
    ['shell', 'file_writes', 'web_search', 'foreign_mcp', 'sub_agents', 'frames', 'egress', 'model_calls'].map(
      (surface) => [surface, 'denied'],
    ),
  ),
};
