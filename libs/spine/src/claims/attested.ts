/** What the harness says it did by itself. Its word, nothing more; where the words of it are content, they may be gone. */
import { isMap, type CborValue } from '../values.ts';
import type { AskedEvent, BlindSpot, ContentReader, WantedContent } from './claim.ts';
import { contentNamed } from './started.ts';

export function isAttested({ type, payload }: AskedEvent, kinds: readonly string[]): boolean {
  return type === 'provenance.attested' && kinds.some((kind) => kind === payload['kind']);
}

/** The content that holds the words of it; null in records of before, which keep them in the summary, and where none were said. */
export const wordsNamed = ({ payload }: AskedEvent): WantedContent | null => contentNamed(payload['words']);

/** What one event says of an action: in its summary, and in its words where these are at hand. */
export class Said {
  readonly #seq: number;
  readonly #texts: readonly string[];
  readonly #gone: boolean;

  constructor(event: AskedEvent, read: ContentReader) {
    const { summary, words } = event.payload;
    const named = wordsNamed(event);
    const bytes = named === null ? undefined : read(named.commitment);
    this.#seq = event.seq;
    this.#texts = [...textsIn(summary), ...(bytes === undefined ? [] : [utf8.decode(bytes)])];
    // What stands there and names no content cannot be read either.
    this.#gone = words !== undefined && bytes === undefined;
  }

  /** Contains the words. */
  mentions(words: string): boolean {
    return this.#texts.some((text) => text.includes(words));
  }

  /** Contains this path as a whole, and not as a part of another name. */
  namesPath(path: string): boolean {
    return path !== '' && this.#texts.some((text) => containsWhole(text.normalize('NFC'), path));
  }

  /** The same for a host, which is written in any case. */
  namesHost(host: string): boolean {
    return this.#texts.some((text) => containsWhole(text.toLowerCase(), host));
  }

  /** What cannot be told of it; empty where all of it is at hand. */
  get unheard(): readonly BlindSpot[] {
    return this.#gone ? [{ surface: 'arguments', seq: this.#seq, reason: UNHEARD }] : [];
  }
}

const UNHEARD = 'What the harness says it did here by itself is erased or not at hand.';

/** True when the summary names exactly this under `tool`. */
export function summaryNamesTool(event: AskedEvent, tool: string): boolean {
  const { summary } = event.payload;
  return isMap(summary) && summary['tool'] === tool;
}

const utf8 = new TextDecoder();

function containsWhole(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (!GOES_BEFORE.test(text.slice(Math.max(0, at - 2), at)) && !GOES_ON.test(text.slice(end, end + 4))) return true;
  }
  return false;
}

/** The name is the end of a longer one; or its beginning. */
const GOES_BEFORE = /[\p{L}\p{N}_.-]$/u;
const GOES_ON = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u;

function textsIn(value: CborValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as readonly CborValue[]).flatMap(textsIn);
  return isMap(value) ? Object.values(value).flatMap(textsIn) : [];
}
