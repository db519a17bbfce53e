import { createHash } from 'node:crypto';
import { decodeEvent, isMap, toHex, type CborMap, type CborValue, type ComparedEvent } from '@runseal/spine';
import type { SpineStore } from '@runseal/spine/postgres';
import { ProblemError } from '../problem/problem.ts';

/** A longer run is not compared while somebody waits. Events. */
const MOST_EVENTS = 500_000;

export interface ComparedRun {
  readonly events: readonly ComparedEvent[];
  /** Commitment (hex) → SHA-256 of the content: two contents are the same when these are. */
  readonly digests: ReadonlyMap<string, Uint8Array>;
  /** Call → commitments (hex) of its arguments and its result. */
  readonly contents: ReadonlyMap<number, CallContents>;
}

export interface CallContents {
  readonly arguments: string | null;
  readonly result: string | null;
}

/** Reads of a run what a comparison needs. Contents are hashed one at a time: none is held. */
export async function comparedRun(store: SpineStore, run: string): Promise<ComparedRun> {
  const { size } = await store.head(run);
  if (size > MOST_EVENTS)
    throw new ProblemError(
      422,
      'too_long_to_compare',
      `Run ${run} has ${size} events; at most ${MOST_EVENTS} are compared. Compare the exported records instead.`,
    );
  const events: ComparedEvent[] = [];
  const contents = new Map<number, CallContents>();
  const digests = new Map<string, Uint8Array>();
  for await (const { seq, type, canonical } of store.scan(run)) {
    // By far the most, and only counted: their payloads are not worth holding.
    const payload = type === 'provenance.attested' ? {} : decodeEvent(canonical).payload;
    events.push({ seq, type, payload });
    if (!type.startsWith('dispatch.')) continue;
    keepContents(contents, payload);
    for (const commitment of [commitmentOf(payload['arguments']), commitmentOf(payload['result'])]) {
      const { content } = commitment === null ? { content: null } : await store.content(run, commitment);
      if (content !== null) digests.set(toHex(commitment!), createHash('sha256').update(content.bytes).digest());
    }
  }
  return { events, digests, contents };
}

function keepContents(contents: Map<number, CallContents>, payload: CborMap): void {
  const { call } = payload;
  if (typeof call !== 'number') return;
  const known = contents.get(call);
  const hex = (key: string): string | null => {
    const commitment = commitmentOf(payload[key]);
    return commitment === null ? null : toHex(commitment);
  };
  contents.set(call, {
    arguments: hex('arguments') ?? known?.arguments ?? null,
    result: hex('result') ?? known?.result ?? null,
  });
}

function commitmentOf(ref: CborValue | undefined): Uint8Array | null {
  return isMap(ref) && ref['commitment'] instanceof Uint8Array ? ref['commitment'] : null;
}
