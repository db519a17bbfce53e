/** Takes a record apart that comes in pieces, and holds no more of it than the piece at hand. The bytes may be anybody's. */
import { concat } from './bytes.ts';
import { CborReader } from './cbor/decode.ts';
import { SpineError } from './errors.ts';
import { asRecordError } from './record.ts';

/** Largest event or checkpoint, bytes: until it is there whole it has to be held. */
export const STREAMED_ITEM_LIMIT = 64 * 1024 * 1024;

type Place = 'container' | 'events key' | 'events' | 'event' | 'checkpoint key' | 'checkpoint' | 'end';

const AT_CONTAINER = { map: 5, list: 4, text: 3, bytes: 2 } as const;

/**
 * @example
 * const reader = new RecordReader();
 * for await (const piece of pieces) for (const canonical of reader.push(piece)) judge(canonical);
 * const { count, checkpoint } = reader.end();
 */
export class RecordReader {
  #place: Place = 'container';
  /** What came of the item at hand, and how many bytes there must be before it is worth another look. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #wanted = 1;
  /** Events announced. */
  #count = 0;
  #read = 0;
  #checkpoint: Uint8Array | null = null;

  /** Events the record says it carries; 0 before its list began. */
  get count(): number {
    return this.#count;
  }

  /**
   * The events (canonical bytes, nothing verified) that are complete with this piece: views into it, or copies. Throws
   * `record.decode`, `record.non_canonical` or `record.empty` as `decodeRecord` does; a fault found here may be a graver
   * one than `decodeRecord` would name, for it has not seen what follows.
   */
  push(piece: Uint8Array): Uint8Array[] {
    this.#held.push(piece);
    this.#heldBytes += piece.length;
    if (this.#heldBytes < this.#wanted) return [];
    const bytes = this.#held.length === 1 ? piece : concat(this.#held);
    const events: Uint8Array[] = [];
    let at = 0;
    let needed = 0;
    try {
      while (at < bytes.length) {
        needed = bytesOfItem(bytes, at, this.#place);
        if (needed > bytes.length - at) break;
        this.#take(bytes.subarray(at, at + needed), events);
        at += needed;
      }
    } catch (cause) {
      throw asRecordError(cause);
    }
    this.#held = at === bytes.length ? [] : [bytes.slice(at)];
    this.#heldBytes = bytes.length - at;
    this.#wanted = at === bytes.length ? 1 : needed;
    return events;
  }

  /** What was carried, once there are no more pieces. Throws `record.decode` when some are missing. */
  end(): { count: number; checkpoint: Uint8Array } {
    if (this.#checkpoint === null || this.#heldBytes > 0)
      throw new SpineError(
        'record.decode',
        `the record ends after ${this.#read} of ${this.#count} events, or within one`,
      );
    return { count: this.#count, checkpoint: this.#checkpoint };
  }

  #take(item: Uint8Array, events: Uint8Array[]): void {
    const reader = new CborReader(item);
    const { major, argument } = reader.head();
    const expect = (wanted: keyof typeof AT_CONTAINER, what: string): void => {
      if (major !== AT_CONTAINER[wanted]) throw new SpineError('record.decode', what);
    };
    switch (this.#place) {
      case 'container':
        expect('map', 'a record is a map of events and checkpoint');
        if (argument !== 2) throw otherwise();
        this.#place = 'events key';
        break;
      case 'events key':
      case 'checkpoint key':
        expect('text', 'a key of the record is not a text');
        if (`${reader.text(argument)} key` !== this.#place) throw otherwise();
        this.#place = this.#place === 'events key' ? 'events' : 'checkpoint';
        break;
      case 'events':
        expect('list', 'events is not a list');
        if (argument < 1) throw new SpineError('record.empty', 'a record carries at least one event');
        this.#count = Number(argument);
        this.#place = 'event';
        break;
      case 'event':
        expect('bytes', `event ${this.#read + 1} is not a byte string`);
        events.push(reader.bytes(argument));
        this.#read++;
        if (this.#read === this.#count) this.#place = 'checkpoint key';
        break;
      case 'checkpoint':
        expect('bytes', 'the checkpoint is not a byte string');
        this.#checkpoint = reader.bytes(argument).slice();
        this.#place = 'end';
        break;
      case 'end':
        throw new SpineError('record.decode', 'bytes after the end of the record');
    }
    reader.end();
  }
}

/** Bytes of a head by what its first byte says; a head that is none is refused by whoever reads it. */
const HEAD_BYTES = [2, 3, 5, 9];

/** Bytes of the item that begins at `at`; as far as can be told, where its head is not there whole. */
function bytesOfItem(bytes: Uint8Array, at: number, place: Place): number {
  if (place === 'end') return bytes.length - at;
  const head = HEAD_BYTES[(bytes[at]! & 31) - 24] ?? 1;
  if (place === 'container' || place === 'events' || at + head > bytes.length) return head;
  const { major, argument } = new CborReader(bytes.subarray(at, at + head)).head();
  if (major !== 2 && major !== 3) return head;
  if (argument > STREAMED_ITEM_LIMIT)
    throw new SpineError(
      'record.decode',
      `an item of ${argument} bytes is claimed; a record that comes in pieces has none above ${STREAMED_ITEM_LIMIT}`,
    );
  return head + Number(argument);
}

function otherwise(): SpineError {
  return new SpineError(
    'record.non_canonical',
    'the record has something else than events and checkpoint, or has them out of order',
  );
}
