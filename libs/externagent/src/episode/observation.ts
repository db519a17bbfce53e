/** What an episode's frames add up to. Everything in here is the CLI's own claim. Bounded, however much it prints. */
import type { Surface, UsagePayload } from '@runseal/spine';
import type { HarnessEvent } from '../adapter.ts';
import type { ConversationEnd } from '../conversation.ts';
import type { ReadFrame } from '../frames/read.ts';
import { digestArguments, MAX_TOOL } from '../bridge/account.ts';

/** A call of ours that the CLI says it made. */
export interface ReportedCall {
  readonly frame: number;
  readonly tool: string;
  /** null when the CLI did not say with what. */
  readonly argsDigest: string | null;
  readonly callId: string | null;
  /** As first said, or as a later line about the same call id says. */
  status: string | null;
  /** One line says that it went well, and another that it did not. */
  saidBoth: boolean;
}

/** Things the CLI says it did by itself, past the waist. */
export interface NativeActivity {
  readonly surface: Surface;
  count: number;
  /** The first 64. */
  readonly frames: number[];
}

/** Longest text put together from pieces, in UTF-16 units. */
const MAX_TEXT = 1024 * 1024;
const MAX_REPORTED_CALLS = 10_000;
/** Actions that began and did not end yet; beyond it begin and end count as two. */
const MAX_OPEN_ITEMS = 10_000;
export const MAX_NAMED_FRAMES = 64;

const NATIVE: Partial<Record<HarnessEvent['kind'], Surface>> = {
  native_command: 'shell',
  file_change: 'file_writes',
  web_search: 'web_search',
  foreign_mcp_call: 'foreign_mcp',
};

export class Observation {
  /** Non-blank lines. */
  frames = 0;
  done = false;
  /** Text of the last text event, or of its pieces together. */
  lastText: string | null = null;
  usage: UsagePayload | null = null;
  /** The failure that stands: a good end takes back what was not terminal. */
  error: { readonly text: string; readonly terminal: boolean; readonly code?: string } | null = null;
  /** True when the last line was an end, good or bad. */
  endedByFrame = false;
  readonly reported: ReportedCall[] = [];
  reportedBeyond = 0;
  readonly native = new Map<Surface, NativeActivity>();
  /** The CLI's conversations that its lines named, in order. The first eight. */
  readonly sessions = new Set<string>();
  #usageUnknown = false;
  /** The text whose pieces are coming in. */
  #pieces: string | null = null;
  readonly #open = new Map<string, { readonly surface: Surface; readonly frame: number }>();
  readonly #called = new Map<string, ReportedCall>();

  /** A conversation that went wrong, or never came to its end, failed whatever was printed last. */
  conclude(end: ConversationEnd | null): void {
    if (end === null) this.error ??= { text: 'The harness went away before its turn was over.', terminal: false };
    else if (end.state === 'failed' || end.state === 'needs_input')
      this.error = {
        text: this.error?.text ?? end.reason,
        terminal: true,
        ...(end.code === null ? {} : { code: end.code }),
      };
  }

  /** Actions of its own that began and of whose end it never told, surface by surface. */
  unresolved(): readonly NativeActivity[] {
    const found = new Map<Surface, NativeActivity>();
    for (const { surface, frame } of this.#open.values()) {
      const activity = found.get(surface) ?? { surface, count: 0, frames: [] };
      activity.count += 1;
      if (activity.frames.length < MAX_NAMED_FRAMES) activity.frames.push(frame);
      found.set(surface, activity);
    }
    return [...found.values()];
  }

  note(read: ReadFrame): void {
    this.frames += 1;
    this.endedByFrame = read.events.some((event) => event.kind === 'done' || event.kind === 'error');
    for (const event of read.events) this.#noteEvent(event, read.frame.number);
  }

  #noteEvent(event: HarnessEvent, frame: number): void {
    if (event.session !== undefined && this.sessions.size < 8) this.sessions.add(event.session);
    this.#noteText(event);
    if (event.adds === true && event.kind !== 'text') this.#addUsage(event.usage);
    else if (event.usage !== undefined && isCounted(event.usage)) this.usage = event.usage;
    if (event.kind === 'done') {
      this.done = true;
      if (this.error?.terminal !== true) this.error = null;
    }
    if (event.kind === 'error' && this.error?.terminal !== true)
      this.error = { text: event.text ?? 'The harness reported an error.', terminal: event.terminal === true };
    if (event.kind === 'bridge_call') this.#noteCall(event, frame);
    if (event.kind === 'progress') this.#noteProgress(event);
    const surface = NATIVE[event.kind];
    if (surface !== undefined) this.#noteNative(surface, event, frame);
  }

  /** Pieces of one text follow one another; anything between them ends it. */
  #noteText({ kind, text = '', adds }: HarnessEvent): void {
    const goesOn = kind === 'text' && adds === true;
    const whole = goesOn ? ((this.#pieces ?? '') + text).slice(0, MAX_TEXT) : text;
    this.#pieces = goesOn ? whole : null;
    if (kind === 'text' && whole.trim() !== '') this.lastText = whole;
  }

  /** With one step unknown, or too many to count, the whole is unknown from then on: less than all would be a claim. */
  #addUsage(usage: UsagePayload | undefined): void {
    const sum = usage === undefined || this.usage === null ? usage : sumOf(this.usage, usage);
    this.#usageUnknown ||= sum === undefined || !isCounted(sum);
    this.usage = this.#usageUnknown ? null : sum!;
  }

  #noteProgress({ item, callId, status, open }: HarnessEvent): void {
    const call = callId === undefined ? undefined : this.#called.get(callId);
    if (call !== undefined && status !== undefined) {
      call.saidBoth ||= isOtherEnd(call.status, status);
      // What claims nothing takes back no claim: a call that was said to have gone well is still held to that.
      if (claimOf(status) !== null || claimOf(call.status) === null) call.status = status;
    }
    if (item === undefined || open === true) return;
    const begun = this.#open.get(item);
    this.#open.delete(item);
    if (begun !== undefined && status === 'declined') this.#takeBack(begun);
  }

  #noteCall(event: HarnessEvent, frame: number): void {
    if (this.reported.length >= MAX_REPORTED_CALLS) {
      this.reportedBeyond += 1;
      return;
    }
    const call: ReportedCall = {
      frame,
      tool: (event.tool ?? '').slice(0, MAX_TOOL).toWellFormed(),
      argsDigest: event.args === undefined ? null : digestArguments(event.args),
      callId: event.callId ?? null,
      status: event.status ?? null,
      saidBoth: false,
    };
    this.reported.push(call);
    if (call.callId !== null && !this.#called.has(call.callId)) this.#called.set(call.callId, call);
  }

  #noteNative(surface: Surface, event: HarnessEvent, frame: number): void {
    if (event.item !== undefined && this.#known(event, event.item, surface, frame)) return;
    const activity = this.native.get(surface) ?? { surface, count: 0, frames: [] };
    activity.count += 1;
    if (activity.frames.length < MAX_NAMED_FRAMES) activity.frames.push(frame);
    this.native.set(surface, activity);
  }

  /** Whether the action was counted when it began. One id may serve again once its action has ended. */
  #known({ open }: HarnessEvent, item: string, surface: Surface, frame: number): boolean {
    const known = this.#open.get(item)?.surface === surface;
    if (open !== true) this.#open.delete(item);
    else if (!known && this.#open.size < MAX_OPEN_ITEMS) this.#open.set(item, { surface, frame });
    return known;
  }

  #takeBack({ surface, frame }: { readonly surface: Surface; readonly frame: number }): void {
    const activity = this.native.get(surface)!;
    activity.count -= 1;
    const at = activity.frames.indexOf(frame);
    if (at !== -1) activity.frames.splice(at, 1);
  }
}

/** What a harness says of the end of a call: well, or not; null where it says neither. */
export function claimOf(status: string | null): boolean | null {
  if (status === null) return null;
  if (/^(completed|success|succeeded|ok|done)$/i.test(status)) return true;
  return /^(failed|error|errored|refused|denied|declined)$/i.test(status) ? false : null;
}

function isOtherEnd(before: string | null, after: string): boolean {
  const [one, other] = [claimOf(before), claimOf(after)];
  return one !== null && other !== null && one !== other;
}

function sumOf(a: UsagePayload, b: UsagePayload): UsagePayload {
  const known = (x: number | null, y: number | null) => (x === null || y === null ? null : x + y);
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cached_input_tokens: known(a.cached_input_tokens, b.cached_input_tokens),
    reasoning_tokens: known(a.reasoning_tokens, b.reasoning_tokens),
    source: b.source,
  };
}

/** The record holds whole numbers only; usage of any other kind is unknown. */
function isCounted(usage: UsagePayload): boolean {
  return Object.values(usage).every(
    (value) => typeof value !== 'number' || (Number.isSafeInteger(value) && value >= 0),
  );
}
