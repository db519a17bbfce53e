/** What is shown of a check beside the verdicts, in one piece that comes once somebody checks. */
export { VerificationBasis } from './verification-basis.tsx';
export { VerificationProgress } from './verification-progress.tsx';
