import { judged, judgedAsIs } from '../../fixtures/judged.ts';
import {
  checked,
  ended,
  episodeStarted,
  externalRun,
  nativeRun,
  opened,
  rejected,
  started,
} from '../../fixtures/runs.ts';
import { draftOf } from '../draft.ts';
import { GovernanceJudge } from './governance.ts';

const judge = () => new GovernanceJudge();
const halted = draftOf('run.halted', 'human', { reason: 'enough', by: 'ana' });
const bare = (type: string, payload = {}) => ({ type, actor: 'agent' as const, payload });

describe('governance', () => {
  it.each([
    ['a native run', nativeRun()],
    ['an external run', externalRun()],
    ['a call that ends after the halt', [opened(), started(1), halted, ended(1)]],
    [
      'a run that holds more than its floor',
      [opened({ containment_floor: 'kernel' }), started(1, { containment: 'microvm' }), ended(1)],
    ],
    [
      'a file action in our own process, under a floor for programs',
      [
        opened({ containment_floor: 'kernel', grant: ['workspace_read'] }),
        started(1, { action: 'workspace_read', containment: 'process' }),
        ended(1),
      ],
    ],
  ])('passes for %s', (_, drafts) => expect(judged(judge(), drafts)).toMatchObject({ state: 'pass', code: null }));

  it.each([undefined, null, '1', true])('fails when an action is started under %p instead of a number', (call) => {
    const { payload, ...start } = started(1);
    const { call: _, ...rest } = payload as { call: number };
    const unnumbered = { ...start, payload: call === undefined ? rest : { ...rest, call } };
    expect(judged(judge(), [opened(), unnumbered])).toMatchObject({
      state: 'fail',
      code: 'runseal.call_unnumbered',
      firstBadSeq: 2,
    });
    const foreign = judgedAsIs(judge(), [unnumbered]);
    expect([foreign.state, foreign.sentence]).toEqual(['pass', 'The one action was admitted before it ran.']);
  });

  it('says how many were admitted, whether one, several or none', () => {
    const said = (...drafts: Parameters<typeof judged>[1]) => judged(judge(), [opened(), ...drafts]).sentence;
    expect(said(started(1), ended(1))).toMatch(/^The one action was admitted before it ran/);
    expect(said(started(1), ended(1), started(2), ended(2))).toMatch(/^Each of 2 actions was admitted before it ran/);
    expect(said(rejected(1))).toBe('No action was started. 1 refused, and none of those ran.');
  });

  it('is absent when nothing was dispatched', () => {
    expect(judged(judge(), [opened()])).toMatchObject({ state: 'absent', code: 'runseal.nothing_governed' });
  });

  it.each([
    ['an action ends that was never admitted', [opened(), ended(1)], 'gov.unadmitted_action', 2],
    ['an action is admitted only after it ended', [opened(), ended(1), started(1)], 'gov.unadmitted_action', 2],
    ['an end names no call', [opened(), started(1), bare('dispatch.end')], 'gov.unadmitted_action', 3],
    [
      'an end names its call by a text',
      [opened(), started(1), bare('dispatch.end', { call: '1' })],
      'gov.unadmitted_action',
      3,
    ],
    ['a refused action ran', [opened(), started(1), rejected(1), ended(1)], 'gov.admission_denied_but_executed', 4],
    [
      'an action that ran is refused afterwards',
      [opened(), started(1), ended(1), rejected(1)],
      'gov.admission_denied_but_executed',
      4,
    ],
    ['a call number is used again', [opened(), started(1), ended(1), started(1)], 'runseal.call_reused', 4],
    ['a call ends twice', [opened(), started(1), ended(1), ended(1)], 'runseal.call_ended_twice', 4],
    ['an action starts after the halt', [opened(), halted, started(1), ended(1)], 'runseal.dispatch_after_halt', 3],
    ['an action was not granted', [opened(), started(1, { action: 'run.command' })], 'runseal.action_not_granted', 2],
    [
      'an action has no name',
      [opened(), bare('dispatch.start', { call: 1, containment: 'process' })],
      'runseal.action_not_granted',
      2,
    ],
    [
      'an action was contained less than required',
      [opened({ containment_floor: 'kernel' }), started(1, { containment: 'process' })],
      'runseal.containment_below_floor',
      2,
    ],
    [
      'an action was contained in a way nobody knows',
      [opened(), bare('dispatch.start', { call: 1, action: 'workspace.read', containment: 'magic' })],
      'runseal.containment_below_floor',
      2,
    ],
    [
      'the floor is one nobody knows',
      [opened({ containment_floor: 'vault' as 'kernel' }), started(1, { containment: 'microvm' })],
      'runseal.containment_below_floor',
      2,
    ],
    [
      'an external episode was contained less than required',
      [
        opened({ harness_kind: 'external', containment_floor: 'container' }),
        episodeStarted(1, { containment: 'kernel' }),
      ],
      'runseal.containment_below_floor',
      2,
    ],
    [
      'a check was contained less than required',
      [opened({ containment_floor: 'kernel' }), checked(1, true)],
      'runseal.containment_below_floor',
      2,
    ],
  ])('fails when %s', (_, drafts, code, firstBadSeq) => {
    expect(judged(judge(), drafts)).toMatchObject({ state: 'fail', code, firstBadSeq });
  });

  it('holds another producer only to the standard', () => {
    const drafts = [bare('dispatch.start', { call: 1 }), bare('dispatch.end', { call: 1 }), bare('dispatch.start', {})];
    expect(judgedAsIs(judge(), drafts)).toMatchObject({ state: 'pass' });
  });
});
