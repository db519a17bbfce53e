/**
 * Compares what the bridge saw with what the CLI says about its calls. Pairs are found by the harness's own call id
 * where there is one, else by order, tool and arguments; the record says which.
 */
import { actionName } from '@runseal/dispatch';
import type { EventDraft, PayloadOf } from '@runseal/spine';
import { draft } from '@runseal/harness';
import type { BridgeCall } from './bridge/account.ts';
import { CONFORMANCE_TOOL } from './bridge/conformance.ts';
import { MAX_NAMED_FRAMES, type ReportedCall } from './episode/observation.ts';
import { gap } from './record/gaps.ts';

export type Reconciled = PayloadOf['provenance.reconciled'];

/** One result per bridged call, in order, then one per reported call that no bridged call answers to. */
export function reconcile(account: readonly BridgeCall[], reported: readonly ReportedCall[]): Reconciled[] {
  const open = reported.filter((report) => report.tool !== CONFORMANCE_TOOL);
  const pairs = new Map<BridgeCall, { report: ReportedCall; by: 'call_id' | 'inferred' }>();
  const pair = (by: 'call_id' | 'inferred', matches: (call: BridgeCall, report: ReportedCall) => boolean) => {
    for (const call of account) {
      if (pairs.has(call)) continue;
      const at = open.findIndex((report) => matches(call, report));
      if (at !== -1) pairs.set(call, { report: open.splice(at, 1)[0]!, by });
    }
  };
  pair('call_id', (call, report) => report.callId !== null && report.callId === call.harnessCallId);
  pair(
    'inferred',
    (call, report) => report.callId === null && report.tool === call.tool && report.argsDigest === call.argsDigest,
  );
  return [...account.map((call) => judge(call, pairs.get(call))), ...open.map(onlyReported)];
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
  const claimed = claimOf(report.status);
  const ok = call.outcome === 'ok';
  if (claimed === null || claimed === ok) return null;
  // Who got no answer takes the call for failed.
  if (ok && (call.cancelled || !call.delivered)) return null;
  return ok
    ? 'The harness reports a failure; the call succeeded.'
    : 'The harness reports success; the call failed or was refused.';
}

function claimOf(status: string | null): boolean | null {
  if (status === null) return null;
  if (/^(completed|success|succeeded|ok|done)$/i.test(status)) return true;
  return /^(failed|error|errored|refused|denied|declined)$/i.test(status) ? false : null;
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
