import { z } from 'zod';
import { ApprovalPolicy } from './approval.ts';
import { Brakes } from './brakes.ts';
import { ScopedAction } from './grant.ts';

/** What a goal would come to, before anything of it is written or started. */
export const GoalPlan = z.object({
  accepted: z.boolean().describe('Whether the goal would be taken now, as it is.'),
  problems: z
    .array(z.object({ code: z.string(), detail: z.string(), path: z.string().nullable() }))
    .describe('Everything that stands in the way, not only the first thing.'),
  workspace: z.string(),
  harness: z.object({
    name: z.string(),
    title: z.string(),
    kind: z.enum(['native', 'external']),
    profile: z.string().nullable(),
    version: z.string().nullable(),
    model: z.string().nullable(),
    gateway: z
      .enum(['led', 'not_asked', 'not_possible', 'native'])
      .describe('Whether its model calls are led through the gateway.'),
  }),
  grant: z.array(
    z.object({
      action: z.string(),
      known: z.boolean(),
      readOnly: z.boolean(),
      runsPrograms: z.boolean(),
      bounds: z.array(ScopedAction).describe('Empty: without bounds.'),
      approval: ApprovalPolicy.nullable().describe('Who must agree first; null: nobody.'),
    }),
  ),
  refused: z.array(z.string()).describe('Actions there are that the goal does not grant.'),
  limits: z.record(z.string(), z.int()),
  brakes: Brakes,
  pool: z.string().nullable(),
  containment: z.object({
    floor: z.string(),
    enforced: z.string().describe('What this host enforces, as probed now.'),
    reason: z.string(),
    needed: z.boolean().describe('False where nothing of the run starts a program.'),
  }),
  enforcement: z
    .record(z.string(), z.string())
    .describe('Surface of the harness → what holds it. Empty for a native one.'),
  check: z
    .array(z.string())
    .nullable()
    .describe("The operator's own check; null: the outcome rests on the agent's word."),
  files: z.object({ count: z.int().min(0), bytes: z.int().min(0) }),
});
