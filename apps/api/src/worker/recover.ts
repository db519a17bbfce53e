import { decodeEvent, draftOf, isMap, type CborMap, type CborValue, type EventDraft } from '@runseal/spine';
import type { SpineStore } from '@runseal/spine/postgres';
import { failure, halted, type Ending } from '../closing/ending.ts';
import { lostIn } from '../closing/outcome-of.ts';
import type { Halt } from './claims.repository.ts';

/** What a worker that died left open. */
interface Left {
  opening: CborMap;
  readonly calls: Set<number>;
  /** Calls that waited for people, and the commitment of what was asked. */
  readonly parked: Map<number, CborMap>;
  /** An earlier recovery said of such calls that nobody can decide any more. */
  withdrawn: boolean;
  /** What was under way where events were lost. */
  readonly cut: { readonly parked: Set<number>; readonly calls: Set<number>; readonly episodes: Set<number> };
  readonly episodes: Set<number>;
  began: boolean;
  declared: boolean;
  haltRecorded: boolean;
  attested: number;
  dispatches: number;
  /** Events that are known to be lost. */
  lost: number;
}

export interface Recovery {
  /** Gaps to record before the outcome. */
  readonly drafts: readonly EventDraft[];
  /** Events that are known to be lost. */
  readonly lost: number;
  readonly ending: Ending;
}

/**
 * Judges a run whose worker went away in the middle. Nothing is repeated: each call without an end becomes a gap, for its
 * effect may or may not have happened, and so does an episode that was cut off.
 */
export async function recoveryOf(store: SpineStore, run: string, halt: Halt | null): Promise<Recovery> {
  const left = await leftOpen(store, run);
  const waiting = [...left.parked.values()];
  const drafts = [
    ...waiting.flatMap(withdrawn),
    ...[...left.cut.parked].map(undecided),
    ...[...left.calls].map((call) => callGap(call, left.cut.calls.has(call))),
    ...[...left.episodes].map((episode) => episodeGap(episode, left.cut.episodes.has(episode))),
    ...declaration(left),
  ];
  const { lost } = left;
  const parked = waiting.length > 0 || left.withdrawn;
  if (halt === null) return { drafts, lost, ending: lost > 0 ? cut(lost) : parked ? PARKED_LOST : LOST };
  const stopped = left.haltRecorded ? [] : [draftOf('run.halted', 'human', { ...halt })];
  return { drafts: [...drafts, ...stopped], lost, ending: halted(halt.reason, { lost }) };
}

const LOST = failure(
  'worker_lost',
  'The worker of this run went away. What it had begun is recorded as unknown; nothing was repeated.',
);

const cut = (lost: number): Ending =>
  failure(
    'record_lost',
    'Events of this run were lost: its gaps say how many, and why. What it had begun is recorded as unknown; nothing was repeated.',
    { lost },
  );

const PARKED_LOST = halted(
  'The worker of this run went away while a call waited for a decision, and the run could not go on from there.',
);

async function leftOpen(store: SpineStore, run: string): Promise<Left> {
  const left: Left = {
    opening: {},
    calls: new Set(),
    parked: new Map(),
    withdrawn: false,
    cut: { parked: new Set(), calls: new Set(), episodes: new Set() },
    episodes: new Set(),
    began: false,
    declared: false,
    haltRecorded: false,
    attested: 0,
    dispatches: 0,
    lost: 0,
  };
  for await (const { type, canonical } of store.scan(run)) {
    if (type === 'provenance.attested') left.attested++;
    else note(left, type, decodeEvent(canonical).payload);
  }
  return left;
}

function note(left: Left, type: string, payload: CborMap): void {
  const call = Number(payload['call']);
  const episode = Number(payload['episode']);
  if (type === 'dispatch.start') left.dispatches++;
  left.began ||= type === 'episode.started';
  if (type === 'provenance.gap') noteLoss(left, lostIn(payload));
  if (type === 'dispatch.start' || type === 'dispatch.rejected')
    for (const waiting of [left.parked, left.cut.parked]) waiting.delete(call);
  if (type === 'approval.requested') left.parked.set(call, payload);
  if (type === 'run.opened') left.opening = payload;
  else if (type === 'run.halted') left.haltRecorded = true;
  else if (type === 'provenance.declared') left.declared = true;
  else if (type === 'dispatch.start') left.calls.add(call);
  else if (type === 'dispatch.end') left.calls.delete(call);
  else if (type === 'provenance.gap' && payload['reason'] === 'outcome_unknown')
    for (const open of [left.calls, left.cut.parked]) forget(open, payload['calls']);
  else if (type === 'provenance.gap' && payload['reason'] === 'approval_pending') {
    left.withdrawn = true;
    forget(left.parked, payload['calls']);
  } else if (type === 'episode.started') left.episodes.add(episode);
  else if (type === 'episode.ended') left.episodes.delete(episode);
}

/** What had become of what was under way may be among what was lost. */
function noteLoss(left: Left, lost: number): void {
  if (lost === 0) return;
  left.lost += lost;
  for (const call of left.parked.keys()) left.cut.parked.add(call);
  for (const call of left.calls) left.cut.calls.add(call);
  for (const episode of left.episodes) left.cut.episodes.add(episode);
  left.parked.clear();
}

/** What is said of calls already need not be said again. */
function forget(open: Pick<Set<number>, 'delete'>, calls: CborValue | undefined): void {
  if (Array.isArray(calls)) for (const call of calls) open.delete(Number(call));
}

/** Nobody can decide any more; that the call never ran is seen, what would have become of it is not. */
function withdrawn({ call, approval, arguments: args }: CborMap): readonly EventDraft[] {
  const about = isMap(args) ? args['commitment'] : undefined;
  return [
    draftOf('approval.decided', 'system', {
      approval: typeof approval === 'string' ? approval : '',
      call: Number(call),
      decision: 'withdrawn',
      principal: '',
      reason: 'the worker went away while the call waited',
      arguments_commitment: about instanceof Uint8Array ? about : new Uint8Array(),
      self_approval: false,
      decided_at: 0,
      resumed: false,
    }),
    draftOf('provenance.gap', 'system', {
      surface: 'dispatch',
      reason: 'approval_pending',
      count: 1,
      frames: [],
      calls: [Number(call)],
      detail: `Call ${Number(call)} waited for a decision when the worker went away. It was not run.`,
    }),
  ];
}

/** The decision, the call and its end may be among what was lost. */
const undecided = (call: number): EventDraft =>
  draftOf('provenance.gap', 'system', {
    surface: 'dispatch',
    reason: 'outcome_unknown',
    count: 1,
    frames: [],
    calls: [call],
    detail: `Call ${call} waited for a decision where the record was cut off. Whether it was run after that is not known.`,
  });

/** @param cut events were lost while it was under way; otherwise its worker went away */
export const callGap = (call: number, cut = false): EventDraft =>
  draftOf('provenance.gap', 'system', {
    surface: 'dispatch',
    reason: 'outcome_unknown',
    count: 1,
    frames: [],
    calls: [call],
    detail: `${cut ? 'Events were lost' : 'The worker went away'} after call ${call} had begun. Its effect may or may not have happened.`,
  });

/** @param cut as for a call */
export const episodeGap = (episode: number, cut = false): EventDraft =>
  draftOf('provenance.gap', 'system', {
    surface: 'recorder',
    reason: cut ? 'record_lost' : 'worker_lost',
    count: 0,
    frames: [],
    calls: [],
    detail: `${cut ? 'Events were lost' : 'The worker went away'} during episode ${episode}. What the harness did or said after the last event is not known.`,
  });

/** An external harness that had begun has its blind spots declared, also when nobody was left to count them. */
function declaration({ opening, began, declared, attested, dispatches }: Left): readonly EventDraft[] {
  if (opening['harness_kind'] !== 'external' || !began || declared) return [];
  const profile = opening['enforcement_profile'];
  const held = isMap(profile) ? Object.entries(profile) : [];
  return [
    draftOf('provenance.declared', 'system', {
      harness: typeof opening['harness'] === 'string' ? opening['harness'] : '',
      enforced: ['dispatch'],
      unobserved: held.filter(([, state]) => state === 'open' || state === 'contained').map(([surface]) => surface),
      replayable: false,
      attested_events: attested,
      native_commands: 0,
      native_file_changes: 0,
      bridge_calls: dispatches,
      probe_failures: 0,
    }),
  ];
}
