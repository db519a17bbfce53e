import { z } from 'zod';
import { GrantEntry } from './grant.ts';
import { Grant } from './goal.ts';

export const WorkspaceParam = z.object({
  workspace: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
    .describe('Workspace.'),
});
export type WorkspaceName = z.output<typeof WorkspaceParam>;

export const WorkspaceGrantRequest = z.strictObject({
  grant: Grant.nullable().describe('Null: the grant every installation begins with.'),
});
export type WorkspaceGrantRequest = z.output<typeof WorkspaceGrantRequest>;

/** What a goal of the workspace may do where it does not say so itself. */
export const WorkspaceGrantView = z.object({
  workspace: z.string(),
  grant: z.array(GrantEntry),
  setBy: z.string().nullable().describe('Null: nobody has set it.'),
  setAt: z.iso.datetime().nullable(),
});
