import fc from 'fast-check';
import { goalBytes, goalOf } from '../goals/goal-bytes.ts';
import { clashingPath, FilePath } from './file-path.ts';
import { tokensOf } from '../worker/limits-of.ts';
import { GoalRequest } from './goal.ts';

test('a goal needs an objective and a harness; everything else has a safe default', () => {
  expect(GoalRequest.parse({ objective: 'x', harness: 'echo' })).toMatchObject({
    containmentFloor: 'kernel',
    workspace: 'default',
    files: [],
    limits: { maxCalls: 200 },
  });
});

test('the bytes of a goal say the goal, whatever the order of its fields', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 1000 }),
      (text, maxSteps) => {
        const objective = `do ${text} now`;
        const goal = GoalRequest.parse({ objective, harness: 'echo', limits: { maxSteps } });
        const turned = GoalRequest.parse({ limits: { maxSteps }, harness: 'echo', objective });
        expect(goalBytes(goal).equals(goalBytes(turned))).toBe(true);
        expect(goalOf(goalBytes(goal))).toEqual(goal);
      },
    ),
  );
});

test.each([
  [{ maxTokens: 5 }, 5],
  [{ brakes: { tokens: 5 } }, 5],
  [{ maxTokens: 5, brakes: { tokens: 5 } }, 5],
  [{}, null],
])('the limits %j are one limit of tokens', (limits, tokens) => {
  expect(tokensOf(GoalRequest.parse({ objective: 'x', harness: 'echo', limits }))).toBe(tokens);
});

test('two limits of tokens that differ are refused', () => {
  const limits = { maxTokens: 5, brakes: { tokens: 6 } };
  const { error } = GoalRequest.safeParse({ objective: 'x', harness: 'echo', limits });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['limits.brakes.tokens']);
});

test.each(['/abs', '../up', 'a/../b', 'a//b', 'a/', '.', './a', 'a\\b', 'x'.repeat(256), 'é'.repeat(128)])(
  'the path %j is refused',
  (path) => {
    expect(FilePath.safeParse(path).success).toBe(false);
  },
);

test.each(['a', 'a/b.txt', '..a', 'a..', '.hidden', 'ünïcode/文件'])('the path %j is fine', (path) => {
  expect(FilePath.safeParse(path).success).toBe(true);
});

test('a path that is named twice, or that is also a folder, clashes', () => {
  expect(clashingPath(['a', 'b', 'a'])).toBe('a');
  expect(clashingPath(['a/b/c', 'a/b'])).toBe('a/b');
  expect(clashingPath(['a/b', 'a/c', 'ab'])).toBeNull();
});
