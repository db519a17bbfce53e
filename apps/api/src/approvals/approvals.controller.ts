import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import {
  ApprovalDetail,
  ApprovalPage,
  ApprovalParam,
  ApprovalsQuery,
  DecisionRequest,
  type ApprovalName,
  type ApprovalsFilter,
} from '../wire/approval.ts';
import { ApprovalsService } from './approvals.service.ts';

@Controller('api/v1/approvals')
export class ApprovalsController {
  private readonly approvals: ApprovalsService;
  constructor(approvals: ApprovalsService) {
    this.approvals = approvals;
  }

  @Route({
    method: 'GET',
    path: '',
    does: 'The inbox: what waits for a decision first, then what was decided, newest first',
    answers: { 200: ApprovalPage },
    problems: ['cursor_invalid'],
  })
  listApprovals(@Caller() auth: Auth, @Query({ schema: ApprovalsQuery }) filter: ApprovalsFilter) {
    return this.approvals.list(auth, filter);
  }

  @Route({
    method: 'GET',
    path: ':approval',
    does: 'One approval, with the exact arguments of the call',
    answers: { 200: ApprovalDetail },
    problems: ['approval_unknown'],
  })
  showApproval(@Caller() auth: Auth, @Param({ schema: ApprovalParam }) { approval }: ApprovalName) {
    return this.approvals.show(auth, approval);
  }

  @Route({
    method: 'POST',
    path: ':approval/decision',
    does: 'Decide; the very same decision may be sent again, another one is refused',
    body: DecisionRequest,
    answers: { 200: ApprovalDetail },
    problems: [
      'approval_unknown',
      'approval_changed',
      'approval_mismatch',
      'approval_expired',
      'approval_withdrawn',
      'approval_decided',
      'approval_not_yours',
    ],
  })
  decideApproval(
    @Caller() auth: Auth,
    @Param({ schema: ApprovalParam }) { approval }: ApprovalName,
    @Body({ schema: DecisionRequest }) asked: DecisionRequest,
  ) {
    return this.approvals.decide(auth, approval, asked);
  }
}
