/** The tool calls of a run as its record tells them: start, end or refusal. Read from payloads that may be hostile. */
import type { CborMap, CborValue } from './values.ts';

/** An event as far as reading its calls needs it: a `SpineEvent` fits. */
export interface CallEvent {
  readonly seq: number;
  readonly type: string;
  readonly payload: CborMap;
}

export interface Dispatch {
  readonly call: number;
  /** Event that admitted the call or, without a start, refused it. */
  readonly seq: number;
  readonly action: string;
  readonly scope: string;
  /** ok, error, cancelled, refused, or unknown when no end is recorded. */
  readonly outcome: string;
  readonly startSeq: number | null;
  readonly endSeq: number | null;
  readonly rejectedSeq: number | null;
  /** Content refs as they stand in the payloads. */
  readonly arguments: CborValue | undefined;
  readonly result: CborValue | undefined;
}

/** Every call of the run, in the order in which they were first heard of. */
export function dispatchesOf(events: readonly CallEvent[]): readonly Dispatch[] {
  const calls = new Map<number, Dispatch>();
  for (const { type, seq, payload } of events) {
    const { call } = payload;
    if (typeof call !== 'number') continue;
    const known = calls.get(call);
    if (type === 'dispatch.start') calls.set(call, { ...opened(call, seq, payload), startSeq: seq });
    else if (type === 'dispatch.rejected')
      calls.set(call, { ...(known ?? { ...opened(call, seq, payload), outcome: 'refused' }), rejectedSeq: seq });
    else if (type === 'dispatch.end' && known !== undefined)
      calls.set(call, {
        ...known,
        endSeq: seq,
        outcome: text(payload['outcome'], 'unknown'),
        result: payload['result'],
      });
  }
  return [...calls.values()];
}

function opened(call: number, seq: number, payload: CborMap): Dispatch {
  return {
    call,
    seq,
    action: text(payload['action'], ''),
    scope: text(payload['scope'], ''),
    outcome: 'unknown',
    startSeq: null,
    endSeq: null,
    rejectedSeq: null,
    arguments: payload['arguments'],
    result: undefined,
  };
}

function text(value: CborValue | undefined, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
