/**
 * Finds the key where it is spread over the events of a stream: a model says it in pieces, and a client puts them together. Texts
 * that stand in the same place of events of the same kind are taken for one text.
 */
import { MARK, tailOf } from './forms.ts';
import type { Mask } from './mask.ts';
import { readEvent, textsIn, writeEvent, type Place } from './event-texts.ts';

/** So few characters of the key say nothing (`sk-`), and many texts end with them: no event waits for them. */
const SAYS_NOTHING = 3;
/** Most bytes that wait; what makes more wait is taken for the key. */
const MAX_WAITING = 1024 * 1024;

/** One event on its way. */
interface Passing {
  readonly raw: Buffer;
  readonly value: unknown;
  changed: boolean;
  gone: boolean;
}

/** The end of one text of an event. */
interface Tail {
  readonly event: Passing;
  readonly place: Place;
  readonly length: number;
}

/** The beginning of the key, as the ends of texts that follow one another. */
interface Beginning {
  readonly length: number;
  readonly tails: readonly Tail[];
}

export function maskEvents(key: string): Mask {
  return new EventMask(key);
}

class EventMask implements Mask {
  readonly #key: string;
  /** The event that has begun, one character a byte. */
  #pieces: string[] = [];
  #length = 0;
  /** The last characters of it: a blank line may come in two pieces. */
  #close = '';
  #waiting: Passing[] = [];
  /** By where the texts stand. */
  readonly #begun = new Map<string, Beginning>();

  constructor(key: string) {
    this.#key = key;
  }

  push(bytes: Uint8Array): Buffer {
    const came = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    // Each piece is looked through once, however many a long event comes in.
    const seen = this.#close + came;
    const blank = new RegExp(BLANK_LINE);
    let from = 0;
    while (blank.test(seen)) {
      const end = blank.lastIndex - this.#close.length;
      this.#append(came.slice(from, end));
      this.#take();
      from = end;
    }
    this.#append(came.slice(from));
    this.#close = (from === 0 ? seen : came.slice(from)).slice(-3);
    const size = this.#waiting.reduce((sum, { raw }) => sum + raw.length, this.#length);
    return size > MAX_WAITING ? this.#letAllGo(SAYS_NOTHING + 1) : this.#letGo();
  }

  end(): Buffer {
    return this.#letAllGo(1 + Math.floor(this.#key.length / 2));
  }

  #append(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  #take(): void {
    const text = this.#pieces.join('');
    const raw = Buffer.from(text, 'latin1');
    this.#pieces = [];
    this.#length = 0;
    const value = this.#begun.size > 0 || this.#mayBegin(text) ? readEvent(raw) : undefined;
    const event: Passing = { raw, value, changed: false, gone: false };
    this.#waiting.push(event);
    for (const { where, place } of textsIn(event.value)) this.#look(event, where, place);
  }

  /** Whether a text of it may end with a beginning of the key, or hold the key in a form that only its reader sees. */
  #mayBegin(text: string): boolean {
    if (text.includes('\\')) return true;
    for (let quote = text.indexOf('"'); quote !== -1; quote = text.indexOf('"', quote + 1))
      if (tailOf(text, this.#key, quote) > 0) return true;
    return false;
  }

  /** Goes on with the text that stands there: takes the key out, and remembers how much of another it ends with. */
  #look(event: Passing, where: string, place: Place): void {
    const begun = this.#begun.get(where) ?? { length: 0, tails: [] };
    const beginning = this.#key.slice(0, begun.length);
    const at = `${beginning}${place.text}`.indexOf(this.#key);
    const spread = at !== -1 && at < begun.length;
    if (spread) {
      const marked = this.#takeOut(begun, begun.length - at);
      set(event, place, (marked ? '' : MARK) + place.text.slice(this.#key.length - begun.length + at));
    }
    if (place.text.includes(this.#key)) set(event, place, place.text.replaceAll(this.#key, MARK));
    const before = spread ? '' : beginning;
    const length = tailOf(before + place.text, this.#key);
    this.#begun.delete(where);
    if (length === 0) return;
    const own = Math.min(length, place.text.length);
    const tails = [...(spread ? [] : lastOf(begun.tails, length - own)), { event, place, length: own }];
    this.#begun.set(where, { length, tails });
    if (this.#begun.size > MAX_PLACES) this.#begun.delete(this.#begun.keys().next().value!);
  }

  /** Takes the last characters out of events that have not gone, and marks the first place. False where all had gone. */
  #takeOut({ tails }: Beginning, length: number): boolean {
    let marked = false;
    for (const { event, place, length: own } of lastOf(tails, length)) {
      if (event.gone) continue;
      set(event, place, place.text.slice(0, place.text.length - own) + (marked ? '' : MARK));
      marked = true;
    }
    return marked;
  }

  /** What nothing has to be waited for any more. */
  #letGo(): Buffer {
    const held = new Set<Passing>();
    for (const { length, tails } of this.#begun.values())
      if (length > SAYS_NOTHING) for (const { event } of tails) if (!event.gone) held.add(event);
    const first = this.#waiting.findIndex((event) => held.has(event));
    return written(this.#waiting.splice(0, first === -1 ? this.#waiting.length : first));
  }

  /** Everything; what then still ends with so many characters of the key ends without them. */
  #letAllGo(least: number): Buffer {
    if (this.#length > 0) this.#take();
    this.#close = '';
    for (const begun of this.#begun.values()) if (begun.length >= least) this.#takeOut(begun, begun.length);
    this.#begun.clear();
    return written(this.#waiting.splice(0));
  }
}

/** A line's end and another one (HTML Living Standard, 9.2.6). */
const BLANK_LINE = /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r(?!\n))/g;
/** Most texts that are followed at once. */
const MAX_PLACES = 256;

function set(event: Passing, place: Place, text: string): void {
  place.text = text;
  event.changed = true;
}

/** The tails that the last characters of all of them together stand in, cut to those. */
function lastOf(tails: readonly Tail[], length: number): readonly Tail[] {
  let left = length;
  const last: Tail[] = [];
  for (let at = tails.length - 1; at >= 0 && left > 0; at -= 1) {
    const own = Math.min(left, tails[at]!.length);
    last.unshift({ ...tails[at]!, length: own });
    left -= own;
  }
  return last;
}

function written(events: readonly Passing[]): Buffer {
  return Buffer.concat(
    events.map((event) => {
      event.gone = true;
      return event.changed ? writeEvent(event.raw, event.value) : event.raw;
    }),
  );
}
