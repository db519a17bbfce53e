import { judged, judgedAsIs } from '../../fixtures/judged.ts';
import {
  attested,
  declared,
  episodeEnded,
  episodeStarted,
  externalRun,
  gap,
  nativeRun,
  opened,
  outcome,
} from '../../fixtures/runs.ts';
import type { EventDraft } from '../event.ts';
import { mixOf, mixToPayload, RULES_VERSION } from '../tiers.ts';
import type { TierMix } from '../verdicts.ts';
import { ProvenanceJudge } from './provenance.ts';

const judge = () => new ProvenanceJudge();
const external = opened({ harness: 'codex', harness_kind: 'external' });

function sealedWith(drafts: readonly EventDraft[], change: (mix: TierMix) => TierMix): readonly EventDraft[] {
  return [...drafts, { type: 'provenance.mix', actor: 'system', payload: mixToPayload(change(mixOf(drafts))) }];
}

describe('provenance', () => {
  it('passes only when everything was enforced', () => {
    expect(judged(judge(), nativeRun())).toMatchObject({ state: 'pass', code: null });
  });

  it.each([
    ['something was only reported', externalRun()],
    ['something was not seen', [...nativeRun(), gap()]],
    ['an event is of a type nobody knows', [...nativeRun(), { type: 'x.y', actor: 'agent', payload: {} } as const]],
  ])('warns when %s', (_, drafts) => {
    expect(judged(judge(), drafts)).toMatchObject({ state: 'warn', code: 'runseal.gaps_declared' });
  });

  it('warns when events are known to be lost', () => {
    const drafts = sealedWith(nativeRun(), (mix) => ({ ...mix, lost: 2 }));
    expect(judgedAsIs(judge(), drafts)).toMatchObject({ state: 'warn', code: 'runseal.gaps_declared' });
  });

  it.each<[string, (types: Record<string, number>) => Record<string, number>]>([
    ['other types of the same tiers', ({ 'dispatch.end': ends, ...types }) => ({ ...types, 'dispatch.over': ends! })],
    ['a type more', (types) => ({ ...types, 'x.y': 0 })],
    ['a type less', ({ 'dispatch.end': _, ...types }) => types],
    [
      'one event moved from the last of its types to another',
      (types) => {
        const [one, last] = [Object.keys(types)[0]!, Object.keys(types).at(-1)!];
        return { ...types, [one]: types[one]! + 1, [last]: types[last]! - 1 };
      },
    ],
  ])('fails when the sealed mix counts %s', (_, change) => {
    const drafts = sealedWith(nativeRun(), (mix) => ({ ...mix, types: change({ ...mix.types }) }));
    expect(judgedAsIs(judge(), drafts)).toMatchObject({ state: 'fail', code: 'runseal.mix_mismatch' });
  });

  it('says how many are known to be lost, and nothing where none is', () => {
    const sentence = (lost: number) =>
      judgedAsIs(
        judge(),
        sealedWith([...nativeRun(), gap()], (mix) => ({ ...mix, lost })),
      ).sentence;
    expect(sentence(0)).not.toContain('lost');
    expect(sentence(1)).toContain(', 1 are known to be lost.');
  });

  it.each([0, RULES_VERSION + 1])('is absent where the mix was counted under rules %i', (rules) => {
    const drafts = sealedWith(nativeRun(), (mix) => ({ ...mix, rules }));
    expect(judgedAsIs(judge(), drafts)).toMatchObject({ state: 'absent', code: 'runseal.rules_unknown' });
  });

  it('asks no native run for a declaration, episodes or not', () => {
    expect(judged(judge(), [opened(), episodeStarted(), episodeEnded()]).state).toBe('pass');
  });

  it('passes for an external run that never began', () => {
    expect(judged(judge(), [external, outcome('failure')]).state).toBe('pass');
  });

  it('asks for no declaration of a harness that could not be started', () => {
    const notStarted = {
      type: 'episode.ended',
      actor: 'system',
      payload: { episode: 1, completion: 'not_started' },
    } as const;
    expect(judged(judge(), [external, episodeStarted(), notStarted, outcome('failure')]).state).toBe('pass');
  });

  it.each([
    ['attested events are not declared', [external, attested(1)], 'runseal.undeclared', null],
    [
      'attested events are not declared in a run that calls itself native',
      [opened(), attested(1)],
      'runseal.undeclared',
      null,
    ],
    ['an external episode is not declared', [external, episodeStarted(), episodeEnded()], 'runseal.undeclared', null],
    [
      'the declaration counts other attested events',
      [external, attested(1), declared({ attested_events: 2 })],
      'runseal.declaration_mismatch',
      3,
    ],
    [
      'attested events come after the declaration that leaves them out',
      [external, declared(), attested(1)],
      'runseal.declaration_mismatch',
      2,
    ],
    ['blind spots are declared twice', [external, declared(), declared()], 'runseal.declared_twice', 3],
  ])('fails when %s', (_, drafts, code, firstBadSeq) => {
    expect(judged(judge(), drafts)).toMatchObject({ state: 'fail', code, firstBadSeq });
  });

  it.each<[string, (mix: TierMix) => TierMix]>([
    ['moves an event to a better tier', (mix) => ({ ...mix, tiers: { enforced: 7, attested: 1, unobserved: 3 } })],
    ['leaves out a type', (mix) => ({ ...mix, types: {} })],
    ['counts a type that is not there', (mix) => ({ ...mix, types: { ...mix.types, 'x.y': 0 } })],
    ['has a negative count', (mix) => ({ ...mix, lost: -1 })],
  ])('fails when the sealed mix %s', (_, change) => {
    const verdict = judgedAsIs(judge(), sealedWith(externalRun(), change));
    expect(verdict).toMatchObject({ state: 'fail', code: 'runseal.mix_mismatch', firstBadSeq: 12 });
  });

  it('fails when no mix is sealed', () => {
    expect(judgedAsIs(judge(), nativeRun())).toMatchObject({ state: 'fail', code: 'runseal.mix_missing' });
  });

  it('does not judge a mix counted under rules it does not know', () => {
    const verdict = judgedAsIs(
      judge(),
      sealedWith(nativeRun(), (mix) => ({ ...mix, rules: 3 })),
    );
    expect(verdict).toMatchObject({ state: 'absent', code: 'runseal.rules_unknown' });
  });

  it('survives a declaration in which nothing has the right type', () => {
    const odd = { type: 'provenance.declared', actor: 'system', payload: { attested_events: {} } } as const;
    expect(judged(judge(), [external, odd])).toMatchObject({ state: 'fail', code: 'runseal.declaration_mismatch' });
  });
});
