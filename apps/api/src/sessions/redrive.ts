import type { RecordedCall, Resume } from '@runseal/dispatch';
import type { RecordedTurn } from '@runseal/harness';
import { isMap, type EventDraft } from '@runseal/spine';
import type { SpineStore } from '@runseal/spine/postgres';
import { contentsOf, policyOf, recordedCall } from '../worker/parked-run.ts';
import { callGap, episodeGap } from '../worker/recover.ts';
import type { RecordedTurnOfSession } from './session-record.ts';

/** Everything a turn that was left unfinished goes on from. */
export interface Redrive {
  readonly resume: Resume;
  readonly turns: ReadonlyMap<number, RecordedTurn>;
  /** What the record has to say before the turn goes on. */
  readonly drafts: readonly EventDraft[];
}

/**
 * Reads an unfinished turn so that it can be driven again with every effect at most once: what ended is answered from the
 * record; what began and did not end is answered as unknown, and never begun a second time.
 */
export async function redriveOf(store: SpineStore, run: string, turn: RecordedTurnOfSession): Promise<Redrive> {
  const read = contentsOf(store, run);
  const calls = new Map<number, RecordedCall>();
  for (const [call, begun] of turn.calls) {
    if (begun.end !== null) calls.set(call, await recordedCall(call, begun, read));
    else {
      const args = isMap(begun.args) ? (await read(begun.args)).bytes : null;
      calls.set(call, { action: begun.action, args, outcome: unknownOutcome(call) });
    }
  }
  const turns = new Map<number, RecordedTurn>();
  for (const [step, { request, answer }] of turn.models)
    if (answer !== null) turns.set(step, { request: (await read(request)).bytes, answer: (await read(answer)).bytes });
  const open = [...turn.calls].filter(([call, { end }]) => end === null && !turn.unknown.has(call));
  return {
    resume: { calls, parked: await parkedOf(turn, read) },
    turns,
    drafts: [
      ...open.map(([call]) => callGap(call, turn.cutCalls.has(call))),
      ...(turn.begun ? [episodeGap(turn.turn, turn.cut)] : []),
    ],
  };
}

async function parkedOf(
  { asked }: RecordedTurnOfSession,
  read: ReturnType<typeof contentsOf>,
): Promise<Resume['parked']> {
  const [waiting] = asked.values();
  if (waiting === undefined) return null;
  const { call, action, approval, arguments: args, policy, expires_at: expires } = waiting;
  return {
    call: Number(call),
    action: typeof action === 'string' ? action : '',
    approval: typeof approval === 'string' ? approval : '',
    args: await read(args),
    policy: policyOf(policy),
    expiresAt: Number(expires),
  };
}

const unknownOutcome = (call: number): RecordedCall['outcome'] => ({
  kind: 'done',
  call,
  result: {
    text: 'Whether this call had its effect is not known: what ran it went away in the middle. It is not done again.',
    isError: true,
  },
  errorClass: 'outcome_unknown',
});
