import { judged, judgedAsIs, judgedEvents } from '../../fixtures/judged.ts';
import {
  ended,
  episodeEnded,
  episodeStarted,
  eventAt,
  externalRun,
  gap,
  nativeRun,
  opened,
  started,
} from '../../fixtures/runs.ts';
import { mixOf, mixToPayload } from '../tiers.ts';
import { CompletenessJudge } from './completeness.ts';

const MIX = { type: 'provenance.mix', actor: 'system', payload: mixToPayload(mixOf([])) } as const;
const judge = () => new CompletenessJudge();

describe('completeness', () => {
  it.each([
    ['a native run', nativeRun()],
    ['an external run', externalRun()],
  ])('passes for %s', (_, drafts) => expect(judged(judge(), drafts).state).toBe('pass'));

  it('passes when a call without an end is named by a gap', () => {
    const drafts = [opened(), started(1), gap({ surface: 'dispatch', reason: 'outcome_unknown', calls: [1] })];
    expect(judged(judge(), drafts)).toMatchObject({ state: 'pass', code: null });
  });

  it('passes when the recorder itself was lost in an episode and says so', () => {
    const drafts = [opened(), episodeStarted(), gap({ surface: 'recorder', reason: 'process_lost' })];
    expect(judged(judge(), drafts).state).toBe('pass');
  });

  it('says how many outcomes are declared unknown', () => {
    const of = (...calls: readonly number[]) =>
      judged(judge(), [
        opened(),
        ...calls.map((call) => started(call)),
        gap({ surface: 'dispatch', calls: [...calls] }),
      ]);
    expect(of().sentence).toMatch(/are here\.$/u);
    expect(of(1).sentence).toMatch(/ The outcome of 1 call is declared unknown\.$/u);
    expect(of(1, 2).sentence).toMatch(/ The outcome of 2 calls is declared unknown\.$/u);
  });

  it.each([
    ['leaves an episode open that only a gap of another surface follows', [opened(), episodeStarted(), gap()], 2],
    [
      'leaves an episode open that began when the recorder was lost already',
      [opened(), gap({ surface: 'recorder', reason: 'process_lost' }), episodeStarted()],
      3,
    ],
  ])('fails when the record %s', (_, drafts, firstBadSeq) => {
    expect(judged(judge(), drafts)).toMatchObject({ state: 'fail', code: 'runseal.episode_open', firstBadSeq });
  });

  it.each([
    ['does not begin with its opening', [started(1), ended(1), opened()], 'runseal.not_opened', 1],
    ['is opened as another run', [opened({ run: 'run-0002' })], 'runseal.run_mismatch', 1],
    ['is opened twice', [opened(), opened()], 'runseal.opened_twice', 2],
    ['leaves a call open', [opened(), started(1), started(2), ended(1)], 'runseal.dispatch_open', 3],
    ['declares a gap for another call', [opened(), started(1), gap({ calls: [2] })], 'runseal.dispatch_open', 2],
    [
      'leaves an episode open',
      [opened(), episodeStarted(1), episodeEnded(1), episodeStarted(2)],
      'runseal.episode_open',
      4,
    ],
    ['goes on after its closing mix', [opened(), MIX, gap()], 'runseal.after_seal', 3],
  ])('fails when the run %s', (_, drafts, code, firstBadSeq) => {
    expect(judged(judge(), drafts)).toMatchObject({ state: 'fail', code, firstBadSeq });
  });

  it('fails when the closing mix is missing', () => {
    expect(judgedAsIs(judge(), nativeRun())).toMatchObject({ state: 'fail', code: 'runseal.mix_missing' });
  });

  it('fails at the first seq that is not there', () => {
    const events = nativeRun()
      .map(eventAt)
      .filter(({ seq }) => seq !== 4);
    expect(judgedEvents(judge(), events)).toMatchObject({ state: 'fail', code: 'runseal.seq_gap', firstBadSeq: 4 });
  });

  it('survives payloads in which nothing has the right type', () => {
    const odd = { call: {}, episode: [], run: 1, calls: 'x' };
    const drafts = ['run.opened', 'dispatch.start', 'dispatch.end', 'episode.started', 'provenance.gap'].map(
      (type) => ({
        type,
        actor: 'agent' as const,
        payload: odd,
      }),
    );
    expect(judged(judge(), drafts)).toMatchObject({ state: 'fail', code: 'runseal.run_mismatch' });
    expect(judged(judge(), [opened(), ...drafts.slice(1)])).toMatchObject({
      state: 'fail',
      code: 'runseal.dispatch_open',
    });
  });
});
