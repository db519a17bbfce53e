import type { CallView } from '../../api/wire.ts';
import { bracketsOf } from './brackets.ts';
import { callSpans } from './call-spans.ts';

const call = (number: number, steps: Partial<CallView>): CallView => ({
  call: number,
  action: 'workspace_write',
  scope: 'a.txt',
  via: 'native',
  containment: 'kernel',
  trust: 'trusted',
  start: null,
  end: null,
  rejected: null,
  outcome: null,
  reason: null,
  durationUs: null,
  arguments: null,
  result: null,
  requested: null,
  decisions: [],
  gap: null,
  reconciled: null,
  ...steps,
});
const decided = (seq: number) => [{ seq, decision: 'approved', principal: 'ana', reason: '' }];

test('calls one after another share a lane, calls at the same time do not', () => {
  const spans = callSpans([
    call(1, { start: 2, end: 6 }),
    call(2, { start: 4, end: 9 }),
    call(3, { start: 7, end: 8 }),
  ]);
  expect(spans.map(({ call: { call: n }, lane }) => [n, lane])).toEqual([
    [1, 0],
    [2, 1],
    [3, 0],
  ]);
});

test('a bracket starts where the call was asked for, has its decision and its start on the way, and ends', () => {
  const { lanes, at } = bracketsOf(
    callSpans([call(1, { requested: 3, decisions: decided(5), start: 6, end: 8, outcome: 'ok' })]),
  );
  expect(lanes).toBe(1);
  expect([2, 3, 4, 5, 6, 7, 8, 9].map((seq) => at(seq)[0])).toEqual([
    'none',
    'start',
    'through',
    'mark',
    'mark',
    'through',
    'end',
    'none',
  ]);
});

test('a call without an end runs on, one that was refused at once has no bracket', () => {
  const { lanes, at } = bracketsOf(callSpans([call(1, { rejected: 2, outcome: 'refused' }), call(2, { start: 5 })]));
  expect([lanes, at(2)[0], at(5)[0], at(999)[0]]).toEqual([1, 'none', 'start', 'through']);
});

test('what only the harness speaks of is no span', () => {
  const claim = { seq: 4, state: 'reported_not_dispatched', by: 'none', tool: 'x', frames: [], detail: '' };
  expect(callSpans([call(1, { reconciled: claim })])).toEqual([]);
});
