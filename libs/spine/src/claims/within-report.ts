import type { Report, Verdict } from '../verdicts.ts';
import { cannotSay } from './answers.ts';
import type { Answer, BlindSpot } from './claim.ts';

/**
 * An answer, for as much as the record it was read from is whole: what is missing from a record, what went past the waist in
 * it, and kinds of events this program does not know are no ground for a "no". A "yes" rests on events that are there.
 *
 * @param report of the same record, its integrity passing
 */
export function withinReport(answer: Answer, { verdicts }: Report): Answer {
  if (answer.answer === 'cannot_say' || !restsOnAbsence(answer)) return answer;
  const spots = verdicts
    .filter(leavesOpen)
    .map(({ sentence, firstBadSeq }): BlindSpot => ({ surface: 'record', seq: firstBadSeq, reason: sentence }));
  return spots.length === 0
    ? answer
    : cannotSay(answer.claim, spots, 'The events that are here do not tell: the record as a whole does not hold.');
}

/** Whoever finished by itself was stopped by nobody. */
const restsOnAbsence = ({ answer, claim }: Answer): boolean =>
  answer === 'no_within_observed' || claim.kind === 'finished_by_itself';

function leavesOpen({ name, state }: Verdict): boolean {
  if (name === 'governance') return state === 'fail';
  return (name === 'completeness' || name === 'provenance') && (state === 'fail' || state === 'absent');
}
