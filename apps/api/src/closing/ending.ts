import type { ContentRef } from '@runseal/spine';

/** How a run ended, for the table and for people. */
export interface Ending {
  readonly state: 'completed' | 'failed' | 'halted';
  /** Stable; null when it completed. */
  readonly errorCode: string | null;
  readonly error: string | null;
  /** As `outcome.recorded` says it. */
  readonly result: 'success' | 'failure' | 'halted' | 'completed';
  readonly reason: string;
  readonly steps: number;
  readonly final: ContentRef | null;
  /** Events known to be lost. */
  readonly lost: number;
}

export const failure = (
  errorCode: string,
  error: string,
  more: Partial<Pick<Ending, 'steps' | 'final' | 'lost'>> = {},
): Ending => ({
  state: 'failed',
  errorCode,
  error,
  result: 'failure',
  reason: errorCode,
  steps: 0,
  final: null,
  lost: 0,
  ...more,
});

export const halted = (reason: string, more: Partial<Pick<Ending, 'steps' | 'final' | 'lost'>> = {}): Ending => ({
  state: 'halted',
  errorCode: 'run_halted',
  error: reason,
  result: 'halted',
  reason,
  steps: 0,
  final: null,
  lost: 0,
  ...more,
});
