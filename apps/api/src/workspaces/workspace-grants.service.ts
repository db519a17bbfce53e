import { Inject, Injectable } from '@nestjs/common';
import type { Tool } from '@runseal/dispatch';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import { TOOLS } from '../config/tokens.ts';
import { checkGrant } from '../goals/admission.ts';
import { requireWorkspace } from '../goals/goal-gate.ts';
import { FIRST_GRANT, type Goal, type GoalAsked } from '../wire/goal.ts';
import type { WorkspaceGrantRequest, WorkspaceGrantView } from '../wire/workspace.ts';
import { WorkspaceGrantsRepository, type WorkspaceGrant } from './workspace-grants.repository.ts';

type View = z.output<typeof WorkspaceGrantView>;

/** What goals of a workspace may do where they do not say so themselves. */
@Injectable()
export class WorkspaceGrantsService {
  private readonly repository: WorkspaceGrantsRepository;
  private readonly tools: readonly Tool[];
  constructor(repository: WorkspaceGrantsRepository, @Inject(TOOLS) tools: readonly Tool[]) {
    this.repository = repository;
    this.tools = tools;
  }

  /** The goal as it stands on the record: with the grant it has. */
  async granted(asked: GoalAsked): Promise<Goal> {
    const grant = asked.grant ?? (await this.repository.find(asked.workspace))?.entries ?? FIRST_GRANT;
    return { ...asked, grant: [...grant] };
  }

  async show(auth: Auth, workspace: string): Promise<View> {
    requireWorkspace(auth, workspace);
    return viewOf(workspace, await this.repository.find(workspace));
  }

  /** Throws ProblemError 422 for a grant that no goal could have. */
  async set(auth: Auth, workspace: string, { grant }: WorkspaceGrantRequest): Promise<View> {
    requireWorkspace(auth, workspace);
    if (grant === null) {
      await this.repository.unset(workspace);
      return viewOf(workspace, null);
    }
    checkGrant({ grant }, this.tools);
    return viewOf(workspace, await this.repository.set(workspace, grant, auth.principal));
  }
}

const viewOf = (workspace: string, set: WorkspaceGrant | null): View => ({
  workspace,
  grant: [...(set?.entries ?? FIRST_GRANT)],
  setBy: set?.setBy ?? null,
  setAt: set?.setAt.toISOString() ?? null,
});
