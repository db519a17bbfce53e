/** Two runs side by side. Every statement is computed from the two records. */
import { alignDispatches } from './compare/dispatches.ts';
import { compareEnforcement, compareGaps } from './compare/surfaces.ts';
import type { RunComparison } from './compare/comparison.ts';
import { differences } from './compare/sentences.ts';
import type { ComparedEvent, ContentLookup } from './compare/sides.ts';
import { mixOf } from './tiers.ts';
import type { TierMix } from './verdicts.ts';
import { vouchSentence } from './vouches.ts';

export type { ComparedEvent, ContentLookup, Side } from './compare/sides.ts';

export type { RunComparison } from './compare/comparison.ts';

/**
 * Compares two runs. Commitments are salted, so whether arguments and results are the same bytes can only be said where
 * `content` still has both; otherwise the answer is null.
 */
export function compareRuns(
  left: readonly ComparedEvent[],
  right: readonly ComparedEvent[],
  content: ContentLookup = () => undefined,
): RunComparison {
  const parts = {
    mixes: { left: sealedMix(left), right: sealedMix(right) },
    gaps: compareGaps(left, right),
    enforcement: compareEnforcement(left, right),
    dispatches: alignDispatches(left, right, content),
    vouches: { left: vouchSentence(left), right: vouchSentence(right) },
  };
  return { ...parts, sentences: differences(parts) };
}

/** The mix as a seal counts it: over every event before the closing mix. */
function sealedMix(events: readonly ComparedEvent[]): TierMix {
  const lost = events.find(({ type }) => type === 'provenance.mix')?.payload['lost'];
  return mixOf(
    events.filter(({ type }) => type !== 'provenance.mix'),
    typeof lost === 'number' ? lost : 0,
  );
}
