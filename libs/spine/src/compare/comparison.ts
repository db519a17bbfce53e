/** What a comparison says. */
import type { TierMix } from '../verdicts.ts';
import type { DispatchPair } from './dispatches.ts';
import type { Side } from './sides.ts';
import type { EnforcementDifference, GapDifference } from './surfaces.ts';

export interface RunComparison {
  readonly mixes: Readonly<Record<Side, TierMix>>;
  readonly gaps: readonly GapDifference[];
  readonly enforcement: readonly EnforcementDifference[];
  readonly dispatches: readonly DispatchPair[];
  readonly vouches: Readonly<Record<Side, string>>;
  /** The differences in plain sentences. */
  readonly sentences: readonly string[];
}
