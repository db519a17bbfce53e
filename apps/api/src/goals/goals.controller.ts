import { Body, Controller, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { GoalAccepted, GoalSubmission, type GoalAsked } from '../wire/goal.ts';
import { GoalPlan } from '../wire/plan.ts';
import { GoalsService } from './goals.service.ts';
import { PlanService } from './plan.service.ts';

/** Why a goal cannot be run here. */
const NOT_ADMITTED = [
  'harness_unknown',
  'profile_unknown',
  'model_required',
  'model_endpoint_missing',
  'thread_unsupported',
  'action_unknown',
  'grant_invalid',
  'scope_unsupported',
  'egress_uncontained',
  'containment_unavailable',
  'harness_missing',
  'harness_not_ready',
  'harness_not_runnable',
  'harness_too_old',
  'harness_unverified',
  'harness_logged_out',
  'lockdown_missing',
  'provider_invalid',
] as const;

@Controller('api/v1/goals')
export class GoalsController {
  private readonly goals: GoalsService;
  private readonly plans: PlanService;
  constructor(goals: GoalsService, plans: PlanService) {
    this.goals = goals;
    this.plans = plans;
  }

  @Route({
    method: 'POST',
    path: '',
    does: 'Submit a goal; the same Idempotency-Key is the same run',
    body: GoalSubmission,
    headers: { 'Idempotency-Key': 'At most 200 visible characters. Send the same one again to be sure of one run.' },
    answers: { 201: GoalAccepted, 200: GoalAccepted },
    sets: { Location: 'Where the run is.' },
    problems: [
      'idempotency_conflict',
      'idempotency_key_invalid',
      'queue_full',
      'workspace_denied',
      'halt_stands',
      'pool_unknown',
      'thread_unusable',
      ...NOT_ADMITTED,
    ],
  })
  submitGoal(
    @Caller() auth: Auth,
    @Body({ schema: GoalSubmission }) goal: GoalAsked,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.goals.submit(auth, goal, key, reply);
  }

  @Route({
    method: 'POST',
    path: 'dry-run',
    does: 'What a goal would come to: grant, limits, containment and enforcement. Nothing is written or started',
    body: GoalSubmission,
    answers: { 200: GoalPlan },
    problems: ['harness_unknown', 'profile_unknown', 'workspace_denied'],
  })
  planGoal(@Caller() auth: Auth, @Body({ schema: GoalSubmission }) goal: GoalAsked) {
    return this.plans.plan(auth, goal);
  }
}
