import { encodeEvent, GENESIS_LINK, leafHash, linkHash, openContent, SpineError } from '@runseal/spine';
import type { Content, EventDraft, Recorded, Recorder, SpineEvent } from '@runseal/spine';

export interface MemoryRecorder extends Recorder {
  readonly events: readonly SpineEvent[];
  /** Canonical bytes, as they would be stored. */
  readonly canonical: readonly Uint8Array[];
  readonly leaves: readonly Uint8Array[];
  /** The content an event of this run refers to. Throws when nothing was stored under that commitment. */
  contentOf(ref: { readonly commitment: Uint8Array }): Content;
  /** Payloads of one type, in order. */
  payloads(type: string): readonly SpineEvent['payload'][];
  /** From now on every append rejects with `runseal.store_unavailable`, until called with null. */
  failWith(error: SpineError | null): void;
}

interface Prepared {
  readonly event: SpineEvent;
  readonly bytes: Uint8Array;
  readonly kept: readonly Content[];
}

/** A recorder that keeps a run in memory: real canonical bytes, leaves, links and content checks; nothing is durable. */
export function memoryRecorder(run = 'run-in-memory'): MemoryRecorder {
  const events: SpineEvent[] = [];
  const canonical: Uint8Array[] = [];
  const leaves: Uint8Array[] = [];
  const contents = new Map<string, Content>();
  let link = GENESIS_LINK;
  let failure: SpineError | null = null;

  const prepare = (draft: EventDraft, ahead: number): Prepared => {
    const { contents: kept = [], mayWait: _, schemaVersion = 1, time = now(), ...rest } = draft;
    if (!kept.every((content) => openContent(content)))
      throw new SpineError('runseal.bad_content_ref', 'content does not match its commitment');
    const event: SpineEvent = { ...rest, stream: run, seq: events.length + 1 + ahead, schemaVersion, time };
    return { event, bytes: encodeEvent(event), kept };
  };

  const keep = ({ event, bytes, kept }: Prepared): Recorded => {
    const leaf = leafHash(bytes);
    link = linkHash(link, leaf);
    events.push(event);
    canonical.push(bytes);
    leaves.push(leaf);
    for (const content of kept) contents.set(hex(content.ref.commitment), content);
    return { seq: event.seq, type: event.type, time: event.time, leaf, link };
  };

  return {
    run,
    events,
    canonical,
    leaves,
    // A turn of the event loop lies between call and answer, as with a store.
    append: async (...drafts) => {
      await new Promise(setImmediate);
      if (failure !== null) throw failure;
      return drafts.map(prepare).map(keep);
    },
    contentOf(ref) {
      const content = contents.get(hex(ref.commitment));
      if (content === undefined)
        throw new SpineError('runseal.content_missing', 'no content was stored under this commitment');
      return content;
    },
    payloads: (type) => events.filter((event) => event.type === type).map((event) => event.payload),
    failWith(error) {
      failure = error;
    },
  };
}

const now = (): bigint => BigInt(Date.now()) * 1_000_000n;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
