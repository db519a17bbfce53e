import type { ApprovalView } from '../../api/wire.ts';
import { freshNotices } from './notices.ts';

const waiting = (approval: string, more: Partial<ApprovalView> = {}): ApprovalView => ({
  approval,
  run: 'r',
  workspace: 'default',
  call: 1,
  action: 'workspace_write',
  scope: 'secret/path.txt',
  about: 'secret/path.txt',
  objective: 'A secret objective',
  harness: 'echo',
  state: 'pending',
  mayDecide: true,
  ownGoal: false,
  required: 1,
  of: [],
  principal: 'ana',
  argumentsCommitment: 'ab'.repeat(32),
  decisions: [],
  requestedAt: '2026-01-01T00:00:00Z',
  expiresAt: '2026-01-02T00:00:00Z',
  ...more,
});

test('what waited when the page opened is not told of, what comes later is told of once', () => {
  const first = freshNotices([waiting('a')], null);
  expect(first.notices).toEqual([]);
  const second = freshNotices([waiting('a'), waiting('b')], first.known);
  expect(second.notices.map(({ tag }) => tag)).toEqual(['b']);
  expect(freshNotices([waiting('a'), waiting('b')], second.known).notices).toEqual([]);
});

test('what is not for this reader to decide, or no longer waits, is not told of', () => {
  const known = new Set<string>();
  expect(
    freshNotices([waiting('a', { mayDecide: false }), waiting('b', { state: 'approved' })], known).notices,
  ).toEqual([]);
});

test('a notice names neither argument nor objective', () => {
  const { notices } = freshNotices([waiting('a')], new Set());
  expect(JSON.stringify(notices)).not.toContain('secret');
});
