import { z } from 'zod';
import { plainText } from './text.ts';

const Hex32 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits, lower case');
const Principal = z.string().regex(/^[a-z0-9][a-z0-9._@-]{0,127}$/);

/** Who must agree before an action of a goal runs. */
export const ApprovalPolicy = z
  .strictObject({
    required: z.int().min(0).max(16).default(1).describe('How many different people must agree; 0 is nobody.'),
    of: z.array(Principal).max(64).default([]).describe('Who may decide; empty: everybody in the workspace.'),
    never: z.boolean().default(false).describe('The action is refused, whoever would allow it.'),
    expiresMs: z.int().min(1000).max(2_592_000_000).default(86_400_000),
  })
  .refine(({ required, of }) => of.length === 0 || new Set(of).size >= required, {
    path: ['of'],
    error: 'must name at least as many people as must agree',
  });
export type ApprovalPolicy = z.output<typeof ApprovalPolicy>;

export const ApprovalState = z.enum(['pending', 'approved', 'denied', 'expired', 'withdrawn']);

export const DecisionView = z.object({
  principal: z.string(),
  decision: z.enum(['approve', 'deny']),
  reason: z.string(),
  selfApproval: z.boolean().describe('The one who decided also asked for the goal.'),
  decidedAt: z.iso.datetime(),
});

export const ApprovalView = z.object({
  approval: z.string(),
  run: z.string(),
  workspace: z.string(),
  call: z.int(),
  action: z.string(),
  scope: z.string().describe('Names the call is about: paths, the program, counts. Stays when content is erased.'),
  about: z
    .string()
    .nullable()
    .describe('What the call is about, in a line of its arguments; null once they are erased.'),
  objective: z.string().describe('First 280 characters of what the run is to achieve.'),
  harness: z.string(),
  principal: z.string().describe('Who asked for the goal.'),
  state: ApprovalState,
  required: z.int(),
  of: z.array(z.string()),
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  argumentsCommitment: Hex32,
  decisions: z.array(DecisionView),
  mayDecide: z.boolean().describe('The caller may decide now.'),
  ownGoal: z.boolean().describe('The caller asked for the goal; a decision would be flagged as self-approval.'),
});

export const ApprovalDetail = ApprovalView.extend({
  arguments: z
    .object({ text: z.string(), media: z.string(), bytes: z.int() })
    .nullable()
    .describe('The exact arguments the commitment stands for; null once erased.'),
});

export const ApprovalPage = z.object({ items: z.array(ApprovalView), nextCursor: z.string().nullable() });

export const DecisionRequest = z.strictObject({
  decision: z.enum(['approve', 'deny']),
  reason: plainText(1, 1000),
  argumentsCommitment: Hex32.describe('Of the arguments that were read: a decision counts for these and no others.'),
});
export type DecisionRequest = z.output<typeof DecisionRequest>;

export const ApprovalsQuery = z.strictObject({
  state: ApprovalState.optional(),
  workspace: z.string().max(63).optional(),
  run: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(512).optional().describe('nextCursor of the page before.'),
});
export type ApprovalsFilter = z.output<typeof ApprovalsQuery>;

export const ApprovalParam = z.object({ approval: z.string().max(64).describe('Approval id.') });
export type ApprovalName = z.output<typeof ApprovalParam>;
