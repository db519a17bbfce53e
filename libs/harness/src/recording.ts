/** Typed drafts for the record, and one place where "the record cannot be written" becomes a HarnessError. */
import {
  commitContent,
  type CborMap,
  type Content,
  type EventDraft,
  type PayloadOf,
  type Recorder,
} from '@runseal/spine';
import { HarnessError } from './errors.ts';

type DraftOptions = Pick<EventDraft, 'contents'>;

/** An event draft whose payload is checked against the vocabulary. */
export function draft<T extends keyof PayloadOf>(
  type: T,
  actor: EventDraft['actor'],
  payload: PayloadOf[T],
  options: DraftOptions = {},
): EventDraft {
  // Payload interfaces have no index signature, so TypeScript cannot see that they are maps of CBOR values.
  return { type, actor, payload: payload as unknown as CborMap, ...options };
}

/** The contents that are there, in the shape a draft wants. */
export function withContents(...contents: readonly (Content | null)[]): DraftOptions {
  return { contents: contents.filter((c) => c !== null) };
}

/** What went wrong, in words: content, since it may quote what a harness, a model or a person said. */
export function errorContent(error: string | null): Content | null {
  return error === null ? null : commitContent(new TextEncoder().encode(error), 'text/plain; charset=utf-8');
}

/** Appends, or throws HarnessError `recorder_failed`: a run that cannot be recorded must stop. */
export async function record(recorder: Recorder, ...drafts: readonly EventDraft[]): Promise<void> {
  try {
    await recorder.append(...drafts);
  } catch (error) {
    throw recorderFailed(error);
  }
}

export function recorderFailed(cause: unknown): HarnessError {
  const why = cause instanceof Error ? cause.message : 'unknown cause';
  return new HarnessError('recorder_failed', `The record could not be written, so the run stops: ${why}`, { cause });
}
