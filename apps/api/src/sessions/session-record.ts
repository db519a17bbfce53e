import { decodeEvent, forkPointOf, isMap, toHex, type CborMap, type CborValue, type ForkPoint } from '@runseal/spine';
import type { SpineStore } from '@runseal/spine/postgres';
import { lostIn } from '../closing/outcome-of.ts';
import type { Begun } from '../worker/parked-run.ts';

/** One turn as its events have it. */
export interface RecordedTurnOfSession {
  readonly turn: number;
  /** Content ref of what was said. */
  readonly input: CborValue | undefined;
  /** Events before the turn. */
  readonly before: number;
  /** Number of the last call before the turn. */
  readonly callsBefore: number;
  /** Frames before the turn. */
  readonly framesBefore: number;
  readonly calls: Map<number, Begun>;
  /** Calls whose outcome was declared unknown. */
  readonly unknown: Set<number>;
  /** Calls that wait for people, as they were asked for. */
  readonly asked: Map<number, CborMap>;
  /** Model turns by step. */
  readonly models: Map<number, { request: CborValue | undefined; answer: CborValue | null }>;
  /** SHA-256 (hex) of each frame. */
  readonly frames: string[];
  /** Calls that were under way where events were lost. */
  readonly cutCalls: Set<number>;
  /** Events of it were lost, and it has not been driven again since. */
  cut: boolean;
  begun: boolean;
  /** `episode.ended`. */
  ended: CborMap | null;
  canceled: boolean;
}

/** A session as its own record has it, up to some event. */
export interface SessionRecord {
  readonly fork: ForkPoint | null;
  readonly turns: readonly RecordedTurnOfSession[];
  /** Numbers of calls and frames used so far. */
  readonly calls: number;
  readonly frames: number;
  readonly size: number;
}

/** Reads the record of a session, all of it or its first `upTo` events. Payloads of frames are only counted. */
export async function readSessionRecord(store: SpineStore, run: string, upTo?: number): Promise<SessionRecord> {
  const folded = new Folded();
  for await (const { seq, type, canonical } of store.scan(run, upTo === undefined ? {} : { upTo }))
    folded.see(seq, type, decodeEvent(canonical).payload);
  return folded;
}

class Folded implements SessionRecord {
  fork: ForkPoint | null = null;
  readonly turns: RecordedTurnOfSession[] = [];
  calls = 0;
  frames = 0;
  size = 0;

  see(seq: number, type: string, payload: CborMap): void {
    this.size = seq;
    if (type === 'run.opened') this.fork = forkPointOf(payload);
    const turn = payload['turn'];
    if (type === 'goal.submitted' && typeof turn === 'number') this.turns.push(this.begin(turn, seq, payload));
    const call = Number(payload['call']);
    if (type.startsWith('dispatch.') || type === 'approval.requested') this.calls = Math.max(this.calls, call);
    if (type === 'provenance.attested') this.frames = Math.max(this.frames, Number(payload['frame']));
    const current = this.turns.at(-1);
    if (current !== undefined) follow(current, type, payload);
  }

  private begin(turn: number, seq: number, { goal }: CborMap): RecordedTurnOfSession {
    return {
      turn,
      input: goal,
      before: seq - 1,
      callsBefore: this.calls,
      framesBefore: this.frames,
      calls: new Map(),
      unknown: new Set(),
      asked: new Map(),
      models: new Map(),
      frames: [],
      cutCalls: new Set(),
      cut: false,
      begun: false,
      ended: null,
      canceled: false,
    };
  }
}

function follow(turn: RecordedTurnOfSession, type: string, payload: CborMap): void {
  const call = Number(payload['call']);
  const step = Number(payload['step']);
  if (type === 'episode.started') turn.begun = true;
  else if (type === 'episode.ended') turn.ended = payload;
  else if (type === 'session.lifecycle') turn.canceled ||= payload['change'] === 'turn_canceled';
  else if (type === 'model.called') turn.models.set(step, { request: payload['request'], answer: null });
  else if (type === 'model.answered') answered(turn, step, payload);
  else if (type === 'approval.requested') turn.asked.set(call, payload);
  else if (type === 'dispatch.start') begin(turn, call, payload);
  else if (type === 'dispatch.rejected') {
    begin(turn, call, payload);
    end(turn, call, payload, true);
  } else if (type === 'dispatch.end') end(turn, call, payload, false);
  else if (type === 'provenance.gap' && payload['reason'] === 'outcome_unknown' && Array.isArray(payload['calls']))
    for (const each of payload['calls']) turn.unknown.add(Number(each));
  else if (type === 'provenance.gap' && payload['reason'] === 'record_lost') cut(turn, lostIn(payload));
  else if (type === 'provenance.attested' && payload['raw_sha256'] instanceof Uint8Array)
    turn.frames.push(toHex(payload['raw_sha256']));
}

/** With a count, events are gone; without one, that is said of the episode because it is driven again. */
function cut(turn: RecordedTurnOfSession, lost: number): void {
  turn.cut = lost > 0;
  if (turn.cut) for (const [call, { end }] of turn.calls) if (end === null) turn.cutCalls.add(call);
}

/** A turn of the model that failed is not told again: it is asked again. */
function answered(turn: RecordedTurnOfSession, step: number, { answer, error }: CborMap): void {
  const known = turn.models.get(step);
  if (known !== undefined && error === null && isMap(answer)) known.answer = answer;
}

function begin(turn: RecordedTurnOfSession, call: number, { action, arguments: args }: CborMap): void {
  turn.calls.set(call, { action: typeof action === 'string' ? action : '', args, end: null, rejected: false });
  turn.asked.delete(call);
}

function end(turn: RecordedTurnOfSession, call: number, payload: CborMap, rejected: boolean): void {
  const begun = turn.calls.get(call);
  if (begun === undefined) return;
  begun.end = payload;
  begun.rejected = rejected;
}
