/** A call as the event that let it through to its effect tells it. Payloads may be hostile. */
import { isMap, type CborValue } from '../values.ts';
import type { AskedEvent, WantedContent } from './claim.ts';

export interface StartedCall {
  readonly seq: number;
  readonly action: string;
  readonly scope: string;
  /** The call's number; anything, where the record is not one of ours. */
  readonly call: CborValue | undefined;
  /** What the record names as its arguments; null where it names none. */
  readonly arguments: WantedContent | null;
}

/** The call that this event let through; null for any other event. */
export function startedBy({ type, seq, payload }: AskedEvent): StartedCall | null {
  if (type !== 'dispatch.start') return null;
  const { action, scope, call } = payload;
  return { seq, action: text(action), scope: text(scope), call, arguments: contentNamed(payload['arguments']) };
}

/** The content that a reference names; null where it is none. */
export function contentNamed(ref: CborValue | undefined): WantedContent | null {
  if (!isMap(ref)) return null;
  const { commitment, bytes } = ref;
  return commitment instanceof Uint8Array ? { commitment, bytes: typeof bytes === 'number' ? bytes : 0 } : null;
}

const text = (value: CborValue | undefined): string => (typeof value === 'string' ? value : '');
