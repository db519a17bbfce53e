import { Body, Controller, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import {
  RegisterDone,
  RegisterRequest,
  RemoteHarnessPage,
  RemoteHarnessView,
  RemoteParam,
  RemoteQuery,
  RemotesQuery,
  RetireRequest,
  type RemoteLook,
  type RemoteName,
  type RemotesFilter,
} from '../wire/operator.ts';
import { OperatorService } from './operator.service.ts';

@Controller('operator/v1/harnesses')
export class OperatorController {
  private readonly operator: OperatorService;
  constructor(operator: OperatorService) {
    this.operator = operator;
  }

  @Route({
    method: 'POST',
    path: '',
    does: 'Register a remote harness; the same specification again is no change, another one is refused',
    body: RegisterRequest,
    answers: { 201: RegisterDone, 200: RegisterDone },
    problems: [
      'admin_required',
      'harness_exists',
      'address_invalid',
      'harness_unreachable',
      'protocol_violation',
      'placement_refused',
    ],
  })
  registerHarness(
    @Caller() auth: Auth,
    @Body({ schema: RegisterRequest }) request: RegisterRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.operator.register(auth, request, reply);
  }

  @Route({
    method: 'GET',
    path: '',
    does: 'List remote harnesses: those given at start-up, then registered ones by name',
    answers: { 200: RemoteHarnessPage },
    problems: ['admin_required'],
  })
  listHarnesses(@Caller() auth: Auth, @Query({ schema: RemotesQuery }) filter: RemotesFilter) {
    return this.operator.list(auth, filter);
  }

  @Route({
    method: 'GET',
    path: ':name',
    does: 'Show one; with observe=true it is asked what it says now',
    answers: { 200: RemoteHarnessView },
    problems: ['admin_required', ['harness_unknown', 404]],
  })
  showHarness(
    @Caller() auth: Auth,
    @Param({ schema: RemoteParam }) { name }: RemoteName,
    @Query({ schema: RemoteQuery }) { observe }: RemoteLook,
  ) {
    return this.operator.show(auth, name, observe === 'true');
  }

  @Route({
    method: 'POST',
    path: ':name/retire',
    does: 'Retire one: no session takes it any more. Again is no change; the first reason stands',
    body: RetireRequest,
    answers: { 200: RemoteHarnessView },
    problems: ['admin_required', ['harness_unknown', 404], 'harness_static'],
  })
  retireHarness(
    @Caller() auth: Auth,
    @Param({ schema: RemoteParam }) { name }: RemoteName,
    @Body({ schema: RetireRequest }) { reason }: RetireRequest,
  ) {
    return this.operator.retire(auth, name, reason);
  }
}
