import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import { aboutOf } from './about.ts';
import type { ApprovalState, ApprovalView } from '../wire/approval.ts';

export interface DecisionRow {
  readonly principal: string;
  readonly decision: 'approve' | 'deny';
  readonly reason: string;
  readonly self: boolean;
  /** Unix milliseconds. */
  readonly at: number;
}

/** An approval as it lies in the table, its run and its decisions beside it. */
export interface ApprovalRow {
  readonly approval: string;
  readonly run: string;
  readonly workspace: string;
  readonly call: number;
  readonly action: string;
  readonly scope: string;
  readonly objective: string;
  readonly harness: string;
  readonly principal: string;
  /** As of now: a pending one past its time is expired. */
  readonly state: z.output<typeof ApprovalState>;
  readonly required: number;
  readonly deciders: readonly string[] | null;
  /** When this row was read, by the clock of the database: a decision about it is made at that moment. */
  readonly judged_at: Date;
  readonly requested_at: Date;
  readonly expires_at: Date;
  readonly commitment: Buffer;
  /** The arguments, where a line of the inbox is made from them. */
  readonly args: Buffer | null;
  /** Whether the arguments are there. */
  readonly kept: boolean;
  readonly decisions: readonly DecisionRow[];
}

export type View = z.output<typeof ApprovalView>;

/** What people see, from where the caller stands. */
export function viewOf(row: ApprovalRow, { principal }: Auth): View {
  return {
    approval: row.approval,
    run: row.run,
    workspace: row.workspace,
    call: row.call,
    action: row.action,
    scope: row.scope,
    about: aboutOf(row, row.args),
    objective: row.objective,
    harness: row.harness,
    principal: row.principal,
    state: row.state,
    required: row.required,
    of: [...(row.deciders ?? [])],
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    argumentsCommitment: row.commitment.toString('hex'),
    decisions: row.decisions.map(({ self, at, ...decision }) => ({
      principal: decision.principal,
      decision: decision.decision,
      reason: decision.reason,
      selfApproval: self,
      decidedAt: new Date(at).toISOString(),
    })),
    mayDecide:
      row.state === 'pending' &&
      (row.deciders?.includes(principal) ?? true) &&
      !row.decisions.some((decision) => decision.principal === principal),
    ownGoal: row.principal === principal,
  };
}
