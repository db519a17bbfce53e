export { ask, contentsAskedFor } from './ask.ts';
export type { Answer, AnswerKind, BlindSpot, Claim, ContentReader } from './claim.ts';
export { CLAIM_FORMS, parseClaim } from './parse-claim.ts';
