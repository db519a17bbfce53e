export { ask, contentsAskedFor, inquire } from './ask.ts';
export type {
  Answer,
  AnswerKind,
  AskedEvent,
  BlindSpot,
  Claim,
  ContentReader,
  Inquiry,
  WantedContent,
} from './claim.ts';
export { CLAIM_FORMS, parseClaim } from './parse-claim.ts';
export { withinReport } from './within-report.ts';
