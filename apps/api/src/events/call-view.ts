import { decodeEvent, isMap, toHex, type CborMap, type CborValue, type SpineEvent } from '@runseal/spine';
import type { StoredEvent } from '@runseal/spine/postgres';
import type { z } from 'zod';
import type { CallView } from '../wire/event.ts';

type View = z.output<typeof CallView>;

/** What a person wrote: the text itself in records of before, else the content that a reference names. */
export type Said = (reason: CborValue | undefined) => string;

/** Calls as their events tell them, read from the bytes. Payloads may be hostile: what does not fit is left out. */
export function callViews(events: readonly StoredEvent[], said: Said = text): readonly View[] {
  const calls = new Map<number, View>();
  for (const { canonical } of events) {
    const event = decodeEvent(canonical);
    const { call } = event.payload;
    if (typeof call !== 'number') continue;
    calls.set(call, told(calls.get(call) ?? untold(call), event, said));
  }
  return [...calls.values()].sort((a, b) => a.call - b.call);
}

/** What one more event says of a call. The first start and the first end stand; a verifier faults a second. */
function told(view: View, { seq, type, payload }: SpineEvent, said: Said): View {
  const at = (key: string): string => text(payload[key]);
  if (type === 'dispatch.start')
    return view.start === null
      ? { ...named(view, payload), start: seq, containment: at('containment'), trust: at('trust') }
      : view;
  if (type === 'dispatch.end') return view.end === null ? { ...view, ...ended(payload), end: seq } : view;
  if (type === 'dispatch.rejected')
    return {
      ...(view.start === null ? named(view, payload) : view),
      rejected: seq,
      outcome: 'refused',
      reason: at('reason'),
    };
  if (type === 'approval.requested') return { ...named(view, payload), requested: view.requested ?? seq };
  if (type === 'approval.decided') {
    const decision = { seq, decision: at('decision'), principal: at('principal'), reason: said(payload['reason']) };
    return { ...view, decisions: [...view.decisions, decision] };
  }
  if (type === 'provenance.gap') return { ...view, gap: view.gap ?? seq };
  if (type !== 'provenance.reconciled') return view;
  const { frames } = payload;
  const numbers = Array.isArray(frames) ? frames.filter((frame): frame is number => typeof frame === 'number') : [];
  return {
    ...view,
    action: view.action === '' ? at('tool') : view.action,
    reconciled: { seq, state: at('state'), by: at('by'), tool: at('tool'), frames: numbers, detail: at('detail') },
  };
}

function untold(call: number): View {
  return {
    call,
    action: '',
    scope: '',
    via: '',
    containment: '',
    trust: '',
    start: null,
    end: null,
    rejected: null,
    outcome: null,
    reason: null,
    durationUs: null,
    arguments: null,
    result: null,
    requested: null,
    decisions: [],
    gap: null,
    reconciled: null,
  };
}

const named = (view: View, payload: CborMap): View => ({
  ...view,
  action: text(payload['action']),
  scope: text(payload['scope']) || view.scope,
  via: text(payload['via']),
  arguments: commitmentOf(payload['arguments']) ?? view.arguments,
});

const ended = (payload: CborMap): Pick<View, 'outcome' | 'reason' | 'durationUs' | 'result'> => ({
  outcome: text(payload['outcome']),
  reason: text(payload['error_class']) || null,
  durationUs: countOf(payload['duration_us']),
  result: commitmentOf(payload['result']),
});

const text = (value: CborValue | undefined): string => (typeof value === 'string' ? value : '');

const countOf = (value: CborValue | undefined): number | null =>
  typeof value === 'number' && value >= 0 ? value : null;

function commitmentOf(value: CborValue | undefined): string | null {
  if (!isMap(value)) return null;
  const { commitment } = value;
  return commitment instanceof Uint8Array && commitment.length === 32 ? toHex(commitment) : null;
}
