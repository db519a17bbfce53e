import { digestArguments, type BridgeCall } from './bridge/account.ts';
import type { ReportedCall } from './episode/observation.ts';
import { reconcile, reconciliationDrafts } from './reconcile.ts';

const bridged = (call: number, more: Partial<BridgeCall> = {}): BridgeCall => ({
  call,
  tool: 'workspace_read',
  harnessCallId: null,
  argsDigest: digestArguments({ path: 'a' }),
  outcome: 'ok',
  cancelled: false,
  delivered: true,
  ...more,
});
const told = (frame: number, more: Partial<ReportedCall> = {}): ReportedCall => ({
  frame,
  tool: 'workspace_read',
  argsDigest: digestArguments({ path: 'a' }),
  callId: null,
  status: 'completed',
  saidBoth: false,
  ...more,
});
const states = (account: BridgeCall[], reports: ReportedCall[]) =>
  reconcile(account, reports).map(({ state, by, call }) => [call, state, by]);

describe('reconciliation', () => {
  it('pairs by the call id first, whatever the order', () => {
    const account = [bridged(1, { harnessCallId: 'x' }), bridged(2, { harnessCallId: 'y' })];
    expect(states(account, [told(5, { callId: 'y' }), told(4, { callId: 'x' })])).toEqual([
      [1, 'matched', 'call_id'],
      [2, 'matched', 'call_id'],
    ]);
  });

  it('keeps a tool that could not be the name of one for no longer than it is compared', () => {
    const words = 'tell Anna Muster';
    const found = reconcile(
      [bridged(1, { harnessCallId: 'x' })],
      [told(2, { tool: words, callId: 'x' }), told(3, { tool: words })],
    );
    expect(found).toMatchObject([
      { call: 1, state: 'contradictory', detail: 'The harness reports the tool "(not a name)".' },
      { call: null, state: 'reported_not_dispatched', tool: '(not a name)' },
    ]);
    expect(JSON.stringify(found)).not.toContain('Muster');
  });

  it('infers pairs from order, tool and arguments, and says so', () => {
    const [first, second] = reconcile([bridged(1), bridged(2)], [told(3), told(4)]);
    expect(first).toMatchObject({ call: 1, state: 'matched', by: 'inferred', frames: [3] });
    expect(second).toMatchObject({ call: 2, state: 'matched', by: 'inferred', frames: [4] });
  });

  it('infers nothing for a report that has an id of its own', () => {
    expect(states([bridged(1, { harnessCallId: 'x' })], [told(2, { callId: 'y' })])).toEqual([
      [1, 'dispatched_not_reported', 'none'],
      [null, 'reported_not_dispatched', 'none'],
    ]);
  });

  it('pairs no call twice: a report more than there are calls is one of a call that never came', () => {
    expect(states([bridged(1, { harnessCallId: 'x' })], [told(5, { callId: 'x' }), told(6)])).toEqual([
      [1, 'matched', 'call_id'],
      [null, 'reported_not_dispatched', 'none'],
    ]);
    expect(states([bridged(1)], [told(5), told(6)])).toEqual([
      [1, 'matched', 'inferred'],
      [null, 'reported_not_dispatched', 'none'],
    ]);
  });

  it('holds nothing against a report that does not say with what, or how it ended', () => {
    const byId = { harnessCallId: 'x' };
    expect(states([bridged(1, byId)], [told(2, { callId: 'x', argsDigest: null })])).toEqual([
      [1, 'matched', 'call_id'],
    ]);
    for (const status of [null, 'in_progress'])
      expect(states([bridged(1, { outcome: 'error' })], [told(2, { status })])).toEqual([[1, 'matched', 'inferred']]);
  });

  it('keeps apart what does not belong together', () => {
    expect(states([bridged(1)], [told(2, { argsDigest: digestArguments({ path: 'b' }) })])).toEqual([
      [1, 'dispatched_not_reported', 'none'],
      [null, 'reported_not_dispatched', 'none'],
    ]);
  });

  it('calls it contradictory when the harness reports another outcome, tool or other arguments', () => {
    const byId = { harnessCallId: 'x' };
    expect(states([bridged(1, { outcome: 'rejected' })], [told(2)])).toEqual([[1, 'contradictory', 'inferred']]);
    expect(states([bridged(1)], [told(2, { status: 'failed' })])).toEqual([[1, 'contradictory', 'inferred']]);
    expect(states([bridged(1, byId)], [told(2, { callId: 'x', tool: 'other' })])).toEqual([
      [1, 'contradictory', 'call_id'],
    ]);
    expect(states([bridged(1, byId)], [told(2, { callId: 'x', argsDigest: 'ff' })])).toEqual([
      [1, 'contradictory', 'call_id'],
    ]);
    expect(states([bridged(1)], [told(2, { saidBoth: true })])).toEqual([[1, 'contradictory', 'inferred']]);
    expect(states([bridged(1, { outcome: 'rejected' })], [told(2, { status: 'failed' })])).toEqual([
      [1, 'matched', 'inferred'],
    ]);
  });

  it('puts cancelled and undelivered above what is reported', () => {
    expect(states([bridged(1, { cancelled: true, delivered: false })], [told(2)])).toEqual([
      [1, 'cancelled', 'inferred'],
    ]);
    expect(states([bridged(1, { delivered: false })], [told(2)])).toEqual([[1, 'undelivered', 'inferred']]);
  });

  it('hides no lie behind a call that was hung up on or cancelled: the gap names it', () => {
    const byId = { harnessCallId: 'x', delivered: false };
    const other = told(2, { callId: 'x', argsDigest: digestArguments({ path: 'b' }) });
    const reasonsOf = (call: BridgeCall, report: ReportedCall) =>
      reconciliationDrafts(reconcile([call], [report])).flatMap(({ payload }) =>
        'reason' in payload ? [payload.reason] : [],
      );
    expect(reasonsOf(bridged(1, byId), other)).toEqual(['result_undelivered', 'contradictory_report']);
    expect(reasonsOf(bridged(1, { ...byId, cancelled: true }), other)).toEqual(['contradictory_report']);
    expect(reasonsOf(bridged(1, { ...byId, outcome: 'rejected' }), told(2, { callId: 'x' }))).toEqual([
      'result_undelivered',
      'contradictory_report',
    ]);
    expect(reasonsOf(bridged(1, byId), told(2, { callId: 'x', status: 'failed' }))).toEqual(['result_undelivered']);
  });

  it('looks at each report a few times, however many calls there are: a CLI may report thousands', () => {
    let looks = 0;
    const account = Array.from({ length: 3000 }, (_, i) => bridged(i, { argsDigest: `digest ${i % 7}` }));
    const reports = Array.from({ length: 1000 }, (_, i) =>
      Object.defineProperty(told(i, { argsDigest: `digest ${i % 11}` }), 'callId', { get: () => ((looks += 1), null) }),
    );
    const found = reconcile(account, reports);
    expect(found.filter(({ state }) => state === 'matched')).toHaveLength(637);
    expect(looks).toBeLessThan(5 * reports.length);
  });

  it('says in words which of the two says what', () => {
    const said = (outcome: BridgeCall['outcome'], status: string) =>
      reconcile([bridged(1, { outcome })], [told(2, { status })])[0]!.detail;
    expect(said('ok', 'failed')).toBe('The harness reports a failure; the call succeeded.');
    for (const outcome of ['error', 'rejected'] as const)
      expect(said(outcome, 'completed')).toBe('The harness reports success; the call failed or was refused.');
  });

  it('leaves the conformance probe out', () => {
    expect(reconcile([], [told(1, { tool: 'conformance_check' })])).toEqual([]);
  });

  it('declares a gap for each kind of disagreement, naming the calls', () => {
    const drafts = reconciliationDrafts(
      reconcile([bridged(7, { delivered: false }), bridged(8)], [told(9), told(10, { tool: 'ghost' })]),
    );
    expect(drafts.slice(0, 3).map(({ type, actor, payload }) => [type, actor, payload['call']])).toEqual([
      ['provenance.reconciled', 'system', 7],
      ['provenance.reconciled', 'system', 8],
      ['provenance.reconciled', 'system', null],
    ]);
    const gaps = drafts.filter((draft) => draft.type === 'provenance.gap').map((draft) => draft.payload);
    expect(gaps).toMatchObject([
      { surface: 'dispatch', reason: 'result_undelivered', count: 1, calls: [7] },
      { surface: 'dispatch', reason: 'reported_not_dispatched', count: 1, calls: [], frames: [10] },
    ]);
  });

  it('digests arguments alike whatever the order of their keys', () => {
    expect(digestArguments({ a: 1, b: { c: 2, d: 3 } })).toBe(digestArguments({ b: { d: 3, c: 2 }, a: 1 }));
    expect(digestArguments({ a: '1' })).not.toBe(digestArguments({ a: 1 }));
  });

  it('compares arguments however deeply they are nested: those are no way around being compared', () => {
    const deep = (inner: string) => JSON.parse(`${'[{"a":'.repeat(60_000)}${inner}${'}]'.repeat(60_000)}`) as unknown;
    expect(digestArguments(deep('1'))).toBe(digestArguments(deep('1')));
    expect(digestArguments(deep('1'))).not.toBe(digestArguments(deep('2')));
  });

  it('compares as many arguments as a line can hold', () => {
    const many = (last: number) => [...Array.from({ length: 600_000 }, () => 0), last];
    expect(digestArguments(many(1))).not.toBe(digestArguments(many(2)));
  });

  it.each([
    [[1, 2], [[1, 2]]],
    [
      [1, [2]],
      [[1], 2],
    ],
    [['a', 'b'], ['a,b']],
    [{ a: {}, b: 1 }, { a: { b: 1 } }],
    [{ 'a":1,"b': 1 }, { a: 1, b: 1 }],
    [[], {}],
    [[[]], [[], []]],
    [{ __proto__: null, a: null }, {}],
    [JSON.parse('{"__proto__":1}'), {}],
  ])('tells %j from %j', (one, other) => {
    expect(digestArguments(one)).not.toBe(digestArguments(other));
  });
});
