import { ProblemError } from '../problem/problem.ts';
import type { DecisionRequest } from '../wire/approval.ts';
import type { ApprovalRow } from './approval-row.ts';
import type { NewDecision } from './approvals.repository.ts';

/**
 * Whether a decision counts. Null: the very same decision was made before, and stands. Throws ProblemError with a code
 * of its own for each way in which it does not count.
 */
export function judgeDecision(row: ApprovalRow | null, principal: string, asked: DecisionRequest): NewDecision | null {
  if (row === null)
    throw new ProblemError(404, 'approval_unknown', 'There is no approval with this id, or it is not yours to see.');
  const { decision, reason, argumentsCommitment } = asked;
  const about = row.commitment.toString('hex');
  const earlier = row.decisions.find((known) => known.principal === principal);
  if (earlier !== undefined) {
    // Only decisions about the right arguments are ever written, so the commitment need only be compared with that.
    if (earlier.decision === decision && earlier.reason === reason && argumentsCommitment === about) return null;
    throw conflict(
      'approval_changed',
      `You decided "${earlier.decision}" before, and a decision stands. Halt the run if it was wrong.`,
    );
  }
  if (argumentsCommitment !== about)
    throw conflict(
      'approval_mismatch',
      'The decision names other arguments than the call has. Read the approval again and decide about what it shows.',
    );
  if (row.deciders !== null && !row.deciders.includes(principal))
    throw new ProblemError(403, 'approval_not_yours', `Only these may decide: ${row.deciders.join(', ')}.`);
  if (row.state === 'expired') throw conflict('approval_expired', 'The time to decide is over; the call was refused.');
  if (row.state === 'withdrawn')
    throw conflict('approval_withdrawn', 'The run has ended or was halted; there is nothing left to decide.');
  if (row.state !== 'pending') throw conflict('approval_decided', `This was ${row.state} already.`);
  return { principal, decision, reason, commitment: row.commitment };
}

const conflict = (code: string, detail: string): ProblemError => new ProblemError(409, code, detail);
