import { contentRefsIn, decodeEvent, fromHex, toHex } from '@runseal/spine';
import type { SpineStore } from '@runseal/spine/postgres';
import { ProblemError } from '../problem/problem.ts';

/** Commitments (32 bytes each) of everything the named events of a run talk about. Throws 404 `event_unknown`. */
export async function contentsOfEvents(store: SpineStore, run: string, seqs: readonly number[]): Promise<Uint8Array[]> {
  const found = new Map<string, Uint8Array>();
  for (const seq of new Set(seqs)) {
    const [event] = await store.events(run, { after: seq - 1, limit: 1 });
    if (event?.seq !== seq) throw new ProblemError(404, 'event_unknown', `The run has no event ${seq}.`);
    for (const { commitment } of contentRefsIn(decodeEvent(event.canonical).payload))
      found.set(toHex(commitment), commitment);
  }
  return [...found.values()];
}

export async function contentsOfRun(store: SpineStore, run: string): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  for await (const { ref } of store.contents(run)) found.push(ref.commitment);
  return found;
}

export const commitmentsOf = (hex: readonly string[]): Uint8Array[] => [...new Set(hex)].map(fromHex);
