import { judged } from '../../fixtures/judged.ts';
import { checked, opened, outcome } from '../../fixtures/runs.ts';
import { GroundTruthJudge } from './ground-truth.ts';

const outcomeWith = (check: unknown) => ({
  type: 'outcome.recorded',
  actor: 'agent' as const,
  payload: { result: 'success', check },
});

describe('ground truth', () => {
  it.each([
    ['a success names a check that passed', [checked(1, true), outcome('success', 1)], 'pass', null],
    ['the check comes after the outcome', [outcome('success', 1), checked(1, true)], 'pass', null],
    ['a completed run names a check that passed', [checked(1, true), outcome('completed', 1)], 'pass', null],
    ['a run completed unchecked', [outcome('completed')], 'warn', 'runseal.unchecked'],
    ['a run completed and its check failed', [checked(1, false), outcome('completed', 1)], 'warn', 'runseal.unchecked'],
    ['nothing is claimed', [checked(1, true)], 'absent', 'runseal.not_asserted'],
    ['a failure is claimed', [outcome('failure')], 'absent', 'runseal.not_asserted'],
    [
      'a failure names the check that failed',
      [checked(1, false), outcome('failure', 1)],
      'absent',
      'runseal.check_failed',
    ],
    ['a failure names another check', [checked(1, false), outcome('failure', 2)], 'absent', 'runseal.not_asserted'],
    [
      'a failure names a check that passed',
      [checked(1, true), outcome('failure', 1)],
      'absent',
      'runseal.not_asserted',
    ],
    ['the run was halted', [outcome('halted')], 'absent', 'runseal.not_asserted'],
    ['a success names no check', [checked(1, true), outcome('success')], 'fail', 'shallow.no_ground_truth'],
    [
      'a success names a check that failed',
      [checked(1, false), outcome('success', 1)],
      'fail',
      'shallow.no_ground_truth',
    ],
    [
      'a success names a check that is not there',
      [checked(1, true), outcome('success', 2)],
      'fail',
      'shallow.no_ground_truth',
    ],
    [
      'one of two successes is unfounded',
      [checked(1, true), outcome('success', 1), outcome('success')],
      'fail',
      'shallow.no_ground_truth',
    ],
    [
      'a success names its check by a text',
      [checked(1, true), outcomeWith('1') as ReturnType<typeof outcome>],
      'fail',
      'shallow.no_ground_truth',
    ],
  ])('when %s is judged so', (_, drafts, state, code) => {
    expect(judged(new GroundTruthJudge(), [opened(), ...drafts])).toMatchObject({ state, code });
  });

  it('names the unfounded claim', () => {
    const verdict = judged(new GroundTruthJudge(), [
      opened(),
      checked(1, true),
      outcome('success', 1),
      outcome('success'),
    ]);
    expect(verdict.firstBadSeq).toBe(4);
  });
});
