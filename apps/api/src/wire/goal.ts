import { z } from 'zod';
import { plainText } from './text.ts';
import { ApprovalPolicy } from './approval.ts';
import { Brakes } from './brakes.ts';
import { ActionName, actionOf, GrantEntry } from './grant.ts';
import { PoolName } from './pool.ts';
import { EgressHost } from './egress.ts';
import { clashingPath, FilePath } from './file-path.ts';
import { ThreadWish } from './thread.ts';

/** What the consumer asks for. Bounds are part of the contract: outside them the answer names the field. */
export const GoalFile = z
  .strictObject({
    path: FilePath,
    content: z
      .string()
      .max(1_000_000)
      .describe('Text of the file, or base64 when encoding says so, as bytes that no text holds need (NUL).'),
    encoding: z.enum(['utf8', 'base64']).default('utf8'),
  })
  .refine(({ content, encoding }) => encoding === 'utf8' || isBase64(content), {
    path: ['content'],
    error: 'must be padded base64, as encoding says',
  });

/** What a goal may do where neither it nor its workspace says so. */
export const FIRST_GRANT = [
  'workspace_read',
  'workspace_list',
  'workspace_search',
  'workspace_write',
  'workspace_patch',
] as const;

export const Grant = z
  .array(GrantEntry)
  .max(64)
  .refine((grant) => {
    const scoped = grant.filter((entry) => typeof entry !== 'string').map(actionOf);
    return scoped.every((action) => grant.filter((entry) => actionOf(entry) === action).length === 1);
  }, 'must not name an action twice where one entry bounds it')
  .describe('Actions the run may take. Everything else is refused.');

/** A goal as it stands on the record. */
export const GoalRequest = z.strictObject({
  objective: z.string().trim().min(1).max(32_768).describe('What the agent should achieve, in words.'),
  stopCondition: z.string().trim().min(1).max(4096).optional().describe('Done when …'),
  guidance: z.string().trim().min(1).max(16_384).optional().describe('Standing guidance, placed before the objective.'),
  harness: z
    .string()
    .regex(/^(remote:[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?|[a-z][a-z0-9-]{0,62})$/)
    .describe('Who drives the run: echo, chat, reference, codex, remote:NAME …'),
  profile: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/)
    .optional()
    .describe("The harness's enforcement profile; its first one when absent."),
  model: plainText(1, 128).optional(),
  gateway: z
    .boolean()
    .default(true)
    .describe(
      "Lead an external harness's model calls through Runseal's gateway where the harness can be led: they are then recorded, and the provider's key stays out of the harness.",
    ),
  grant: Grant.default([...FIRST_GRANT]),
  approvals: z
    .record(ActionName, ApprovalPolicy)
    .optional()
    .describe('Who must agree before an action runs; an action that is not named needs nobody.'),
  pool: PoolName.optional().describe('Budget of the workspace that this run shares with others.'),
  limits: z
    .strictObject({
      maxSteps: z.int().min(1).max(1000).default(32),
      maxCalls: z.int().min(1).max(100_000).default(200),
      timeoutMs: z.int().min(1000).max(86_400_000).default(600_000),
      callTimeoutMs: z.int().min(100).max(3_600_000).default(120_000),
      maxTokens: z
        .int()
        .min(1)
        .max(1_000_000_000)
        .optional()
        .describe(
          'Most tokens, in and out, of all model calls. Refused for an external harness that runs without the gateway.',
        ),
      maxOutputBytes: z.int().min(256).max(16_000_000).default(262_144),
      brakes: Brakes.prefault({}),
    })
    .refine(({ maxTokens, brakes: { tokens } }) => tokens === undefined || (maxTokens ?? tokens) === tokens, {
      path: ['brakes', 'tokens'],
      error: 'is the older name of limits.maxTokens, which says otherwise: give one of them',
    })
    .prefault({}),
  containmentFloor: z
    .enum(['process', 'kernel', 'container', 'microvm'])
    .default('kernel')
    .describe('The weakest containment the run may have; refused rather than downgraded.'),
  thread: ThreadWish.optional(),
  egress: z
    .array(EgressHost)
    .max(64)
    .optional()
    .describe(
      'Hosts the programs of the run may reach, through a proxy that records every decision. Nothing else is reachable; without it, nothing at all.',
    ),
  files: z
    .array(GoalFile)
    .max(256)
    .refine(
      (files) => clashingPath(files.map(({ path }) => path)) === null,
      'must not name a path twice, or as a file and a folder',
    )
    .default([])
    .describe('Files to put into the workspace before the run starts.'),
  verify: z
    .strictObject({
      command: z.array(z.string().max(4096)).min(1).max(64),
      timeoutMs: z.int().min(100).max(3_600_000).default(120_000),
    })
    .optional()
    .describe("The operator's own check, run in the sandbox after the loop ends; its verdict is recorded."),
  workspace: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
    .default('default')
    .describe('The tenant the run belongs to.'),
});
export type GoalRequest = z.output<typeof GoalRequest>;
/** A goal after validation, defaults filled in. */
export type Goal = GoalRequest;
export type GoalInput = z.input<typeof GoalRequest>;

/** A goal as it is submitted: what it may do can be left to its workspace. */
export const GoalSubmission = GoalRequest.extend({
  grant: Grant.optional().describe(
    'Actions the run may take. Everything else is refused. Left out: what the workspace grants, see its grant.',
  ),
});
export type GoalAsked = z.output<typeof GoalSubmission>;

export const GoalAccepted = z.object({
  run: z.string(),
  state: z.string(),
  replayed: z.boolean().describe('True when this idempotency key had been used for the same goal before.'),
});

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
