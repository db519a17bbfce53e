/** The three answers there are. */
import type { Answer, BlindSpot, Claim } from './claim.ts';

/** Events and blind spots that an answer names, at most. */
export const MOST = 100;

export function yes(
  claim: Claim,
  strength: 'enforced' | 'attested',
  events: readonly number[],
  sentence: string,
): Answer {
  return { claim, answer: 'yes', strength, sentence, events: events.slice(0, MOST), blindSpots: [] };
}

export function no(claim: Claim, events: readonly number[], sentence: string): Answer {
  return {
    claim,
    answer: 'no_within_observed',
    strength: 'enforced',
    sentence,
    events: events.slice(0, MOST),
    blindSpots: [],
  };
}

export function cannotSay(claim: Claim, blindSpots: readonly BlindSpot[], sentence: string): Answer {
  const named = blindSpots.slice(0, MOST).map(({ surface, seq, reason }) => ({ surface, seq, reason }));
  return { claim, answer: 'cannot_say', strength: null, sentence, events: [], blindSpots: named };
}
