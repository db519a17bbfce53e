/** The tool calls of a run as its record tells them: start, end or refusal. Read from payloads that may be hostile. */
import { toHex } from '../bytes.ts';
import { isMap } from '../values.ts';
import type { CborMap, CborValue } from '../values.ts';
import type { ComparedEvent } from './sides.ts';

/** A call as far as a comparison keeps it. */
export interface Call {
  readonly call: number;
  /** Event that admitted the call or, without a start, refused it. */
  readonly seq: number;
  /** What it did and to what, as {@link targetOf} reads it; calls with the same one are alike. */
  readonly target: string;
  /** ok, error, cancelled, refused, or unknown when no end is recorded. */
  outcome: string;
  /** What the event that opened it was given, and what the one that ended it got. */
  readonly arguments: NamedContent;
  result: NamedContent;
  /** Commitments that its events name, of each kind the last. */
  contents: CallContents;
}

/** A content ref as far as it is one. */
export interface NamedContent {
  /** Hex; null where there is none. */
  readonly commitment: string | null;
  /** How long it is, as the record says; null where it does not. */
  readonly bytes: number | null;
}

/** Commitments, hex. */
export interface CallContents {
  readonly arguments: string | null;
  readonly result: string | null;
}

/** The calls of a run while its events go by. A payload is only looked at, and nothing of it kept but texts and numbers. */
export class Calls {
  readonly #calls = new Map<number, Call>();
  /** Of calls that nothing opened so far. */
  readonly #unopened = new Map<number, CallContents>();

  see({ type, seq, payload }: ComparedEvent): void {
    if (!type.startsWith('dispatch.')) return;
    const { call } = payload;
    if (typeof call !== 'number') return;
    const known = this.#calls.get(call);
    const refs: Refs = { arguments: contentIn(payload['arguments']), result: contentIn(payload['result']) };
    const contents = named(known?.contents ?? this.#unopened.get(call) ?? NONE, refs);
    const opens = { call, seq, target: targetIn(payload), arguments: refs.arguments, result: NO_CONTENT, contents };
    if (type === 'dispatch.start') this.#open({ ...opens, outcome: 'unknown' });
    else if (known !== undefined) goOn(known, type, payload, { refs, contents });
    else if (type === 'dispatch.rejected') this.#open({ ...opens, outcome: 'refused' });
    else this.#unopened.set(call, contents);
  }

  /** Every call, in the order in which they were first heard of. */
  all(): readonly Call[] {
    return [...this.#calls.values()];
  }

  #open(call: Call): void {
    this.#calls.set(call.call, call);
    this.#unopened.delete(call.call);
  }
}

/** What a call did and to what. */
export function targetOf({ target }: Call): { readonly action: string; readonly scope: string } {
  // The one cast of what `opened` puts together.
  const [action, scope] = JSON.parse(target) as [string, string];
  return { action, scope };
}

function goOn(known: Call, type: string, payload: CborMap, now: { refs: Refs; contents: CallContents }): void {
  known.contents = now.contents;
  if (type !== 'dispatch.end') return;
  known.outcome = text(payload['outcome'], 'unknown');
  known.result = now.refs.result;
}

interface Refs {
  readonly arguments: NamedContent;
  readonly result: NamedContent;
}

const NONE: CallContents = { arguments: null, result: null };
const NO_CONTENT: NamedContent = { commitment: null, bytes: null };

// One text of both, put together here: what came letter by letter out of a payload is a chain many times its size.
const targetIn = (payload: CborMap): string =>
  JSON.stringify([text(payload['action'], ''), text(payload['scope'], '')]);

/** Shares the texts of the refs: of a call that is kept, each commitment is there once. */
function named(before: CallContents, { arguments: told, result }: Refs): CallContents {
  if (told.commitment === null && result.commitment === null) return before;
  return { arguments: told.commitment ?? before.arguments, result: result.commitment ?? before.result };
}

function contentIn(ref: CborValue | undefined): NamedContent {
  if (!isMap(ref)) return NO_CONTENT;
  const { commitment, bytes } = ref;
  return {
    commitment: commitment instanceof Uint8Array ? toHex(commitment) : null,
    bytes: typeof bytes === 'number' ? bytes : null,
  };
}

function text(value: CborValue | undefined, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
