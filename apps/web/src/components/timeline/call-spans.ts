import type { CallView } from '../../api/wire.ts';

/** A call as a stretch of the spine. */
export interface CallSpan {
  readonly call: CallView;
  /** Seq at which it is first heard of: asked for, begun or refused. */
  readonly from: number;
  /** Seq of its end or refusal; null while it runs, or when the outcome is not known. */
  readonly to: number | null;
  /** Column of its bracket: spans that overlap take different ones. */
  readonly lane: number;
}

/** Calls of a stretch as spans, in the order in which they begin. Calls that only a claim speaks of have none. */
export function callSpans(calls: readonly CallView[]): readonly CallSpan[] {
  const begun = calls.flatMap((call) => {
    const from = call.requested ?? call.start ?? call.rejected;
    return from === null ? [] : [{ call, from, to: call.end ?? call.rejected }];
  });
  const lanes: number[] = [];
  return begun
    .sort((a, b) => a.from - b.from)
    .map((span) => {
      const free = lanes.findIndex((until) => until < span.from);
      const lane = free === -1 ? lanes.length : free;
      lanes[lane] = span.to ?? Number.POSITIVE_INFINITY;
      return { ...span, lane };
    });
}
