/** Two runs side by side. Every statement is computed from the two records. */
import type { RunComparison } from './compare/comparison.ts';
import { alignCalls, pairView, settle, type CallPair } from './compare/dispatches.ts';
import { RunSeen } from './compare/run-seen.ts';
import { differences } from './compare/sentences.ts';
import type { ComparedEvent, ContentLookup, Side } from './compare/sides.ts';
import { compareEnforcement, compareGaps } from './compare/surfaces.ts';

export type { ComparedEvent, ContentLookup, Side } from './compare/sides.ts';

export type { RunComparison } from './compare/comparison.ts';

/**
 * Compares two runs. Commitments are salted, so whether arguments and results are the same bytes can only be said where
 * `content` still has both; otherwise the answer is null.
 */
export function compareRuns(
  left: Iterable<ComparedEvent>,
  right: Iterable<ComparedEvent>,
  content: ContentLookup = () => undefined,
): RunComparison {
  const runs = { left: seen(left), right: seen(right) };
  const pairs = alignCalls(runs.left.calls, runs.right.calls);
  for (const pair of pairs) settle(pair, content);
  const { mixes, gaps, enforcement, ...said } = comparisonOf(runs, pairs);
  return { mixes, gaps, enforcement, dispatches: pairs.map(pairView), ...said };
}

/** The same of runs whose events went by: all but their calls, which the caller aligned and settled, and may tell one by one. */
export function comparisonOf(
  { left, right }: Readonly<Record<Side, RunSeen>>,
  pairs: readonly CallPair[],
): Omit<RunComparison, 'dispatches'> {
  const parts = {
    mixes: { left: left.mix, right: right.mix },
    gaps: compareGaps(left.surfaces, right.surfaces),
    enforcement: compareEnforcement(left.surfaces, right.surfaces),
    vouches: { left: left.vouches, right: right.vouches },
  };
  return { ...parts, sentences: differences({ ...parts, dispatches: pairs }) };
}

function seen(events: Iterable<ComparedEvent>): RunSeen {
  const run = new RunSeen();
  for (const event of events) run.see(event);
  return run;
}
