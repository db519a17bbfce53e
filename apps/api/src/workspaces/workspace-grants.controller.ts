import { Body, Controller, Param } from '@nestjs/common';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { WorkspaceGrantRequest, WorkspaceGrantView, WorkspaceParam, type WorkspaceName } from '../wire/workspace.ts';
import { WorkspaceGrantsService } from './workspace-grants.service.ts';

@Controller('api/v1/workspaces')
export class WorkspaceGrantsController {
  private readonly grants: WorkspaceGrantsService;
  constructor(grants: WorkspaceGrantsService) {
    this.grants = grants;
  }

  @Route({
    method: 'GET',
    path: ':workspace/grant',
    does: 'What goals of the workspace may do where they do not say so themselves',
    answers: { 200: WorkspaceGrantView },
    problems: ['workspace_denied'],
  })
  showGrant(@Caller() auth: Auth, @Param({ schema: WorkspaceParam }) { workspace }: WorkspaceName) {
    return this.grants.show(auth, workspace);
  }

  @Route({
    method: 'POST',
    path: ':workspace/grant',
    does: 'Set it; goals that were submitted before keep theirs',
    body: WorkspaceGrantRequest,
    answers: { 200: WorkspaceGrantView },
    problems: ['workspace_denied', 'action_unknown', 'scope_unsupported', 'grant_invalid'],
  })
  setGrant(
    @Caller() auth: Auth,
    @Param({ schema: WorkspaceParam }) { workspace }: WorkspaceName,
    @Body({ schema: WorkspaceGrantRequest }) asked: WorkspaceGrantRequest,
  ) {
    return this.grants.set(auth, workspace, asked);
  }
}
