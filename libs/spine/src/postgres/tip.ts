import { CborWriter } from '../cbor/writer.ts';
import { linkHash } from '../chain.ts';
import { openContent, SALT_BYTES, type Content } from '../content.ts';
import { SpineError } from '../errors.ts';
import { decodeEvent, type EventDraft, type SpineEvent } from '../event.ts';
import { writeEvent } from '../event/encode.ts';
import { HASH_BYTES, nobleHasher, type Hasher } from '../hash.ts';
import { Frontier, leafHash, TILE_WIDTH } from '../merkle.ts';
import { tierOf } from '../tiers.ts';
import type { Recorded } from '../recorder.ts';
import type { Tier } from '../vocabulary.ts';

/** Where a stream stands: everything the next append needs. */
export interface Position {
  readonly size: number;
  /** 32 bytes. */
  readonly link: Uint8Array;
  /** Merkle peaks, largest first. */
  readonly nodes: readonly Uint8Array[];
}

/** An event with its hashes, ready to be stored. */
export interface ChainedEvent extends Recorded {
  readonly canonical: Uint8Array;
  readonly tier: Tier;
  /** The call it is about, where its payload names one that fits int64. */
  readonly call: number | bigint | null;
}

export interface Subtree {
  readonly level: number;
  readonly index: number;
  readonly hash: Uint8Array;
}

/** Events that are stored together or not at all. */
export interface Batch {
  readonly before: Position;
  /** Of a lone event this, and its hashes, are computed when they are first asked for. */
  readonly after: Position;
  readonly events: readonly ChainedEvent[];
  /** The bytes of the events, one after the other. */
  readonly canonical: Uint8Array;
  readonly subtrees: readonly Subtree[];
  readonly contents: readonly Content[];
}

/** Largest content, bytes. A parameter of Postgres holds 1 GiB, and bytes travel as hex. */
export const CONTENT_LIMIT = 256 * 1024 * 1024;

/** The growing end of a stream, ahead of what is durable: gives events their seq, leaf and link. */
export class Tip {
  readonly #run: string;
  readonly #hasher: Hasher;
  readonly #clock: () => bigint;
  /** Where the stream stood before `#last`. */
  #position: Position;
  #last: Batch | null = null;

  constructor(run: string, position: Position, options: { hasher: Hasher; clock: () => bigint }) {
    this.#run = run;
    this.#position = position;
    this.#hasher = options.hasher;
    this.#clock = options.clock;
  }

  get position(): Position {
    return this.#last?.after ?? this.#position;
  }

  /** Chains drafts. Throws `enc.*`, `runseal.bad_content`, `runseal.bad_event_type`; then the tip stays where it was. */
  add(drafts: readonly EventDraft[]): Batch {
    const contents = drafts.flatMap((draft) => draft.contents ?? []);
    for (const content of contents) checkContent(content, this.#hasher);
    const { size } = this.position;
    return this.#chain(
      drafts.map((draft, i) => this.#eventOf(draft, size + 1 + i)),
      contents,
    );
  }

  /** Chains the events of a batch again, behind whatever is here now. */
  addAgain(batch: Batch): Batch {
    const { size } = this.position;
    const events = batch.events.map(({ canonical }, i) => ({ ...decodeEvent(canonical), seq: size + 1 + i }));
    return this.#chain(events, batch.contents);
  }

  #eventOf(draft: EventDraft, seq: number): SpineEvent {
    const { contents: _, mayWait: __, schemaVersion = 1, time = this.#clock(), ...fields } = draft;
    // The type is also a column, and a text of Postgres holds no NUL.
    if (fields.type === '' || fields.type.includes('\0')) {
      throw new SpineError('runseal.bad_event_type', 'an event type is a text without NUL, and not empty');
    }
    return { ...fields, stream: this.#run, seq, time, schemaVersion };
  }

  #chain(events: readonly SpineEvent[], contents: readonly Content[]): Batch {
    const before = this.position;
    const { canonical, ends } = encoded(events);
    const batch =
      events.length === 1 && (before.size + 1) % TILE_WIDTH !== 0
        ? new LoneBatch(before, events[0]!, canonical, contents, this.#hasher)
        : this.#chainAtOnce(before, events, canonical, ends, contents);
    this.#position = before;
    this.#last = batch;
    return batch;
  }

  #chainAtOnce(
    before: Position,
    events: readonly SpineEvent[],
    canonical: Uint8Array,
    ends: readonly number[],
    contents: readonly Content[],
  ): Batch {
    const hasher = this.#hasher;
    const subtrees: Subtree[] = [];
    const frontier = new Frontier(
      { size: before.size, nodes: before.nodes },
      { hasher, onSubtree: (level, index, hash) => subtrees.push({ level, index, hash }) },
    );
    let link = before.link;
    const chained = events.map((event, i): ChainedEvent => {
      const bytes = canonical.subarray(ends[i - 1] ?? 0, ends[i]);
      const leaf = leafHash(bytes, hasher);
      link = linkHash(link, leaf, hasher);
      frontier.append(leaf);
      const { seq, type, time } = event;
      return { seq, type, time, canonical: bytes, leaf, link, tier: tierOf(type), call: callOf(event) };
    });
    const after = { size: frontier.size, link, nodes: frontier.state.nodes };
    return { before, after, events: chained, canonical, subtrees, contents };
  }
}

const NONE: readonly Subtree[] = [];

/**
 * One event that completes no subtree, as most appends are. Its hashes are computed when somebody first asks for them: as a
 * rule while the database, which computes the same, is at it. (docs/adr/0280)
 */
class LoneBatch implements Batch {
  readonly before: Position;
  readonly events: readonly [LoneEvent];
  readonly canonical: Uint8Array;
  readonly contents: readonly Content[];
  readonly subtrees = NONE;
  #after: Position | null = null;

  constructor(
    before: Position,
    event: SpineEvent,
    canonical: Uint8Array,
    contents: readonly Content[],
    hasher: Hasher,
  ) {
    this.before = before;
    this.canonical = canonical;
    this.contents = contents;
    this.events = [new LoneEvent(event, canonical, before.link, canonical.length <= LONE_BYTES ? nobleHasher : hasher)];
  }

  get after(): Position {
    return (this.#after ??= this.#reached());
  }

  #reached(): Position {
    const [{ leaf, link, hasher }] = this.events;
    const frontier = new Frontier(this.before, { hasher });
    frontier.append(leaf);
    return { size: frontier.size, link, nodes: frontier.state.nodes };
  }
}

class LoneEvent implements ChainedEvent {
  readonly seq: number;
  readonly type: string;
  readonly time: bigint;
  readonly tier: Tier;
  readonly call: number | bigint | null;
  readonly canonical: Uint8Array;
  readonly previous: Uint8Array;
  readonly hasher: Hasher;
  #leaf: Uint8Array | null = null;
  #link: Uint8Array | null = null;

  constructor(event: SpineEvent, canonical: Uint8Array, previous: Uint8Array, hasher: Hasher) {
    this.canonical = canonical;
    this.previous = previous;
    this.hasher = hasher;
    this.seq = event.seq;
    this.type = event.type;
    this.time = event.time;
    this.tier = tierOf(event.type);
    this.call = callOf(event);
  }

  get leaf(): Uint8Array {
    return (this.#leaf ??= leafHash(this.canonical, this.hasher));
  }

  get link(): Uint8Array {
    return (this.#link ??= linkHash(this.previous, this.leaf, this.hasher));
  }
}

/** All events in one piece of memory, and where each ends. */
function encoded(events: readonly SpineEvent[]): { canonical: Uint8Array; ends: number[] } {
  const memory = Buffer.allocUnsafe(events.length * USUAL_BYTES);
  const writer = new CborWriter(new Uint8Array(memory.buffer, memory.byteOffset, memory.length));
  const ends = events.map((event) => {
    writeEvent(writer, event);
    return writer.length;
  });
  return { canonical: writer.take(), ends };
}

/** What an event takes, as a rule, at most. */
const USUAL_BYTES = 512;
/** A lone event up to this many bytes is hashed by the portable hasher, which is the quicker one to start. (docs/adr/0255) */
const LONE_BYTES = 1024;

/** About how many bytes a batch takes on the way to the database. */
export function weightOf(batch: Batch): number {
  return batch.contents.reduce((sum, content) => sum + content.bytes.length, batch.canonical.length);
}

/** Checked here so that one bad content never fails the events that share its commit. */
function checkContent(content: Content, hasher: Hasher): void {
  const { ref, salt, bytes } = content;
  if (bytes.length > CONTENT_LIMIT) {
    throw new SpineError(
      'runseal.content_too_large',
      `a content has at most ${CONTENT_LIMIT} bytes, this one ${bytes.length}; store it in parts`,
    );
  }
  const sized = ref.commitment.length === HASH_BYTES && salt.length === SALT_BYTES;
  if (!sized || ref.media.includes('\0') || !openContent(content, hasher)) {
    throw new SpineError(
      'runseal.bad_content',
      'salt and bytes are not what the reference commits to; use commitContent',
    );
  }
}

function callOf(event: SpineEvent): number | bigint | null {
  const call = event.payload['call'];
  return typeof call === 'number' || typeof call === 'bigint' ? call : null;
}
