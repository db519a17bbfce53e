/**
 * Compares what the bridge saw with what the CLI says about its calls. Pairs are found by the harness's own call id
 * where there is one, else by order, tool and arguments; the record says which.
 */
import { actionName } from '@runseal/dispatch';
import type { EventDraft, PayloadOf } from '@runseal/spine';
import { draft } from '@runseal/harness';
import type { BridgeCall } from './bridge/account.ts';
import { CONFORMANCE_TOOL } from './bridge/conformance.ts';
import { claimOf, MAX_NAMED_FRAMES, type ReportedCall } from './episode/observation.ts';
import { gap } from './record/gaps.ts';

export type Reconciled = PayloadOf['provenance.reconciled'];

/** One result per bridged call, in order, then one per reported call that no bridged call answers to. */
export function reconcile(account: readonly BridgeCall[], reported: readonly ReportedCall[]): Reconciled[] {
  const open = new Set(reported.filter((report) => report.tool !== CONFORMANCE_TOOL));
  const pairs = new Map<BridgeCall, { report: ReportedCall; by: 'call_id' | 'inferred' }>();
  const pair = (by: 'call_id' | 'inferred', ofCall: (call: BridgeCall) => string | null, ofReport: Key): void => {
    const waiting = linesOf([...open], ofReport);
    for (const call of account) {
      const key = pairs.has(call) ? null : ofCall(call);
      const report = key === null ? undefined : waiting.get(key)?.next().value;
      if (report === undefined) continue;
      pairs.set(call, { report, by });
      open.delete(report);
    }
  };
  pair(
    'call_id',
    ({ harnessCallId }) => harnessCallId,
    ({ callId }) => callId,
  );
  const likeness = (call: { tool: string; argsDigest: string | null }) => `${call.argsDigest ?? ''} ${call.tool}`;
  pair('inferred', likeness, (report) => (report.callId === null ? likeness(report) : null));
  return [...account.map((call) => judge(call, pairs.get(call))), ...[...open].map(onlyReported)];
}

type Key = (report: ReportedCall) => string | null;

/** Those of one key stand in a line, the first first: however many there are, each is looked at once. */
function linesOf(reports: readonly ReportedCall[], keyOf: Key): ReadonlyMap<string, Iterator<ReportedCall, undefined>> {
  const lines = new Map<string, ReportedCall[]>();
  for (const report of reports) {
    const key = keyOf(report);
    const line = key === null ? undefined : lines.get(key);
    if (line !== undefined) line.push(report);
    else if (key !== null) lines.set(key, [report]);
  }
  return new Map([...lines].map(([key, line]) => [key, line.values()]));
}

/** The reconciled events, and a gap for each kind of disagreement. */
export function reconciliationDrafts(results: readonly Reconciled[]): EventDraft[] {
  const gaps = DISAGREEMENTS.flatMap(([state, reason, detail]) => {
    const concerned = results.filter(
      (result) => result.state === state || (state === 'contradictory' && isContradicted(result)),
    );
    if (concerned.length === 0) return [];
    const calls = concerned.map((result) => result.call).filter((call) => call !== null);
    const frames = concerned.flatMap((result) => result.frames);
    return [
      gap('dispatch', reason, {
        count: concerned.length,
        calls: calls.slice(0, MAX_NAMED_FRAMES),
        frames: frames.slice(0, MAX_NAMED_FRAMES),
        detail,
      }),
    ];
  });
  return [...results.map((result) => draft('provenance.reconciled', 'system', result)), ...gaps];
}

const DISAGREEMENTS: readonly (readonly [Reconciled['state'], string, string])[] = [
  [
    'undelivered',
    'result_undelivered',
    'Results were produced and recorded, but their connection was gone: whether the harness knew them is unknown.',
  ],
  [
    'reported_not_dispatched',
    'reported_not_dispatched',
    'The harness reports calls of bridged tools that never reached the bridge.',
  ],
  [
    'contradictory',
    'contradictory_report',
    'What the harness reports of these calls differs from what the bridge saw.',
  ],
];

function judge(call: BridgeCall, pair: { report: ReportedCall; by: 'call_id' | 'inferred' } | undefined): Reconciled {
  const { state, detail } = stateOf(call, pair?.report);
  return {
    call: call.call,
    state,
    by: pair?.by ?? 'none',
    tool: actionName(call.tool),
    frames: pair === undefined ? [] : [pair.report.frame],
    detail,
  };
}

function stateOf(call: BridgeCall, report: ReportedCall | undefined): Pick<Reconciled, 'state' | 'detail'> {
  const difference = report === undefined ? null : differenceBetween(call, report);
  const unanswered = call.cancelled ? 'cancelled' : call.delivered ? null : 'undelivered';
  if (unanswered !== null) {
    // What it then says of a call is still held against what was asked: hanging up must not hide a lie.
    const detail = [UNANSWERED[unanswered], ...(difference === null ? [] : [difference])].join(' ');
    return { state: unanswered, detail };
  }
  if (report === undefined)
    return { state: 'dispatched_not_reported', detail: 'The harness does not mention this call.' };
  return difference === null ? { state: 'matched', detail: '' } : { state: 'contradictory', detail: difference };
}

const UNANSWERED = {
  cancelled: 'The harness cancelled the call while it ran.',
  undelivered: 'The connection was gone before the answer was out.',
} as const;

/** Of a call whose answer it never got, too. */
const isContradicted = ({ state, detail }: Reconciled): boolean =>
  (state === 'cancelled' || state === 'undelivered') && detail !== UNANSWERED[state];

function differenceBetween(call: BridgeCall, report: ReportedCall): string | null {
  if (report.tool !== call.tool) return `The harness reports the tool ${JSON.stringify(actionName(report.tool))}.`;
  if (report.argsDigest !== null && report.argsDigest !== call.argsDigest)
    return 'The harness reports other arguments.';
  if (report.saidBoth) return 'The harness reports both success and failure.';
  const claimed = claimOf(report.status);
  const ok = call.outcome === 'ok';
  if (claimed === null || claimed === ok) return null;
  // Who got no answer takes the call for failed.
  if (ok && !call.delivered) return null;
  return ok
    ? 'The harness reports a failure; the call succeeded.'
    : 'The harness reports success; the call failed or was refused.';
}

function onlyReported(report: ReportedCall): Reconciled {
  return {
    call: null,
    state: 'reported_not_dispatched',
    by: 'none',
    tool: actionName(report.tool),
    frames: [report.frame],
    detail: 'The harness reports a call that never reached the bridge.',
  };
}
