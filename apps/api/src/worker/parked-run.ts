import type { ApprovalPolicy, Outcome, RecordedCall, RejectionCode, Resume } from '@runseal/dispatch';
import type { RecordedTurn } from '@runseal/harness';
import { contentRefFromCbor, decodeEvent, isMap, type CborMap, type CborValue, type Content } from '@runseal/spine';
import type { SpineStore } from '@runseal/spine/postgres';

/** A native run that waits for people, as its record has it: everything needed to go on from there. */
export interface ParkedRun {
  readonly resume: Resume;
  readonly turns: ReadonlyMap<number, RecordedTurn>;
}

/**
 * Reads a begun run as a parked one; null when it is anything else. It is parked when one call waits for people and
 * nothing whatever is open beside it: then a worker that takes it over repeats nothing and leaves nothing out.
 */
export async function parkedRunOf(store: SpineStore, run: string): Promise<ParkedRun | null> {
  const seen = new Seen();
  for await (const { type, canonical } of store.scan(run)) {
    if (!KNOWN.has(type)) return null;
    seen.note(type, decodeEvent(canonical).payload);
  }
  const asked = seen.waiting();
  if (asked === null) return null;
  try {
    const read = contentsOf(store, run);
    const calls = new Map<number, RecordedCall>();
    for (const [call, begun] of seen.calls) calls.set(call, await recordedCall(call, begun, read));
    const turns = new Map<number, RecordedTurn>();
    for (const [step, turn] of seen.turns)
      turns.set(step, { request: (await read(turn.request)).bytes, answer: (await read(turn.answer)).bytes });
    return {
      resume: {
        calls,
        parked: {
          call: Number(asked['call']),
          action: textOf(asked['action']),
          approval: textOf(asked['approval']),
          args: await read(asked['arguments']),
          policy: policyOf(asked['policy']),
          expiresAt: Number(asked['expires_at']),
        },
      },
      turns,
    };
  } catch (error) {
    // Erased content cannot be told again, so the run cannot go on.
    if (error instanceof Missing) return null;
    throw error;
  }
}

/** What the record of a run that is parked may hold; anything else means that more than waiting went on. */
const KNOWN = new Set([
  'run.opened',
  'goal.submitted',
  'episode.started',
  'model.called',
  'model.answered',
  'dispatch.start',
  'dispatch.end',
  'dispatch.rejected',
  'approval.requested',
  'approval.decided',
  'brake.engaged',
]);

/** A call as its events have it so far. */
export interface Begun {
  readonly action: string;
  readonly args: CborValue | undefined;
  end: CborMap | null;
  rejected: boolean;
}

class Seen {
  readonly calls = new Map<number, Begun>();
  readonly turns = new Map<number, { request: CborValue | undefined; answer: CborValue | undefined }>();
  private readonly asked = new Map<number, CborMap>();
  private native = false;
  private episodes = 0;
  private broken = false;

  note(type: string, payload: CborMap): void {
    const call = Number(payload['call']);
    const step = Number(payload['step']);
    if (type === 'run.opened') this.native = payload['harness_kind'] === 'native';
    else if (type === 'episode.started') this.episodes++;
    else if (type === 'model.called') this.turns.set(step, { request: payload['request'], answer: null });
    else if (type === 'model.answered') this.answered(step, payload);
    else if (type === 'approval.requested') this.asked.set(call, payload);
    else if (type === 'dispatch.start') this.begin(call, payload);
    else if (type === 'dispatch.rejected') {
      this.begin(call, payload);
      this.end(call, payload, true);
    } else if (type === 'dispatch.end') this.end(call, payload, false);
  }

  /** The one call that waits; null when the run is not parked. */
  waiting(): CborMap | null {
    const open = [...this.asked].filter(([call]) => !this.calls.has(call));
    const ended = [...this.calls.values()].every(({ end }) => end !== null);
    const answered = [...this.turns.values()].every(({ answer }) => answer !== null);
    const whole = this.native && this.episodes === 1 && ended && answered && !this.broken;
    return whole && open.length === 1 ? open[0]![1] : null;
  }

  private answered(step: number, { answer, error }: CborMap): void {
    const turn = this.turns.get(step);
    if (turn === undefined || error !== null) this.broken = true;
    else turn.answer = answer;
  }

  private begin(call: number, payload: CborMap): void {
    this.calls.set(call, { action: textOf(payload['action']), args: payload['arguments'], end: null, rejected: false });
    this.asked.delete(call);
  }

  private end(call: number, payload: CborMap, rejected: boolean): void {
    const begun = this.calls.get(call);
    if (begun === undefined) return;
    begun.end = payload;
    begun.rejected = rejected;
  }
}

const textOf = (value: CborValue | undefined): string => (typeof value === 'string' ? value : '');

export type Read = (ref: CborValue | undefined) => Promise<Content>;

/** Content that a run would need to go on is gone. */
export class Missing extends Error {}

export const contentsOf =
  (store: SpineStore, run: string): Read =>
  async (ref) => {
    const { content } = await store.content(run, contentRefFromCbor(ref).commitment);
    if (content === null) throw new Missing();
    return content;
  };

export async function recordedCall(
  call: number,
  { action, args, end, rejected }: Begun,
  read: Read,
): Promise<RecordedCall> {
  const bytes = isMap(args) ? (await read(args)).bytes : null;
  return { action, args: bytes, outcome: await outcomeOf(call, end!, rejected, read) };
}

async function outcomeOf(call: number, end: CborMap, rejected: boolean, read: Read): Promise<Outcome> {
  if (rejected)
    return {
      kind: 'rejected',
      call,
      // Written by the waist, so one of its own codes.
      reason: textOf(end['reason']) as RejectionCode,
      // As the caller was told it, which may quote what the event does not.
      detail: isMap(end['told']) ? new TextDecoder().decode((await read(end['told'])).bytes) : textOf(end['detail']),
    };
  const errorClass = typeof end['error_class'] === 'string' ? end['error_class'] : null;
  const text = isMap(end['result']) ? new TextDecoder().decode((await read(end['result'])).bytes) : '';
  return { kind: 'done', call, result: { text, ...(errorClass !== null && { isError: true }) }, errorClass };
}

export function policyOf(policy: CborValue | undefined): ApprovalPolicy {
  const read = isMap(policy) ? policy : {};
  return {
    required: Number(read['required']),
    of: Array.isArray(read['of']) ? read['of'].map(String) : [],
    never: read['never'] === true,
    expiresMs: Number(read['expires_ms']),
  };
}
