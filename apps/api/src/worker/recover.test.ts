/** A worker that recovers a run may be lost itself, once what it said is durable: the next one says what is left. */
import { memoryRecorder, type MemoryRecorder } from '@runseal/dispatch/testing';
import { draftOf, type EventDraft, type PayloadOf } from '@runseal/spine';
import type { SpineStore } from '@runseal/spine/postgres';
import { recoveryOf } from './recover.ts';

/** A run as the database has it. */
function storeOf(recorder: MemoryRecorder): SpineStore {
  async function* scan() {
    for (const [i, { type }] of recorder.events.entries())
      yield await Promise.resolve({ type, canonical: recorder.canonical[i] });
  }
  return { scan } as unknown as SpineStore;
}

const ref = { commitment: new Uint8Array(32), bytes: 2, media: 'application/json' };

const asked = (call: number): EventDraft =>
  draftOf('approval.requested', 'agent', {
    ...{ approval: `approval of ${call}`, call, action: 'count', arguments: ref, scope: '' },
    policy: { required: 1, of: [], never: false, expires_ms: 60_000 },
    ...{ expires_at: 1, via: 'native' },
  });

const begun = (call: number): EventDraft =>
  draftOf('dispatch.start', 'agent', {
    ...{ call, action: 'count', arguments: ref, scope: '', trust: 'semi_trusted', via: 'native' },
    ...{ containment: 'process', runs_program: false, harness_call_id: null },
  });

const lost = (count: number): EventDraft =>
  draftOf('provenance.gap', 'system', {
    ...{ surface: 'recorder', reason: 'record_lost', count, frames: [], calls: [], detail: '' },
  });

const saidOf = (drafts: readonly EventDraft[]) =>
  drafts.map(({ type, payload }) => {
    const { reason, call, calls } = payload as Partial<PayloadOf['provenance.gap'] & { call: number }>;
    return type === 'provenance.gap' ? [reason, calls] : [type, call];
  });

test.each<[string, readonly EventDraft[], readonly unknown[], string]>([
  ['waited where events were lost', [asked(1), lost(3)], [['outcome_unknown', [1]]], 'record_lost'],
  ['was under way where events were lost', [begun(1), lost(3)], [['outcome_unknown', [1]]], 'record_lost'],
  ['was under way', [begun(1), begun(2)], [1, 2].map((call) => ['outcome_unknown', [call]]), 'worker_lost'],
  [
    'waited',
    [asked(1), asked(2)],
    [1, 2].flatMap((call) => [
      ['approval.decided', call],
      ['approval_pending', [call]],
    ]),
    'run_halted',
  ],
])('what became of a call that %s is said by the first that recovers the run, and not again', async (...of) => {
  const [, drafts, said, end] = of;
  const recorder = memoryRecorder();
  await recorder.append(...drafts);
  const first = await recoveryOf(storeOf(recorder), 'run', null);
  expect(saidOf(first.drafts)).toEqual(said);
  await recorder.append(...first.drafts);
  const second = await recoveryOf(storeOf(recorder), 'run', null);
  expect(second).toEqual({ ...first, drafts: [] });
  expect(first.ending.errorCode).toBe(end);
  // What is begun after that is another matter.
  await recorder.append(begun(7));
  expect(saidOf((await recoveryOf(storeOf(recorder), 'run', null)).drafts)).toEqual([['outcome_unknown', [7]]]);
});
