import { Controller, Param, Query } from '@nestjs/common';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { CallPage, CallsQuery, UsageView, type CallsAsked } from '../wire/event.ts';
import { RunParam, type RunName } from '../wire/query.ts';
import { CallsService } from './calls.service.ts';

@Controller('api/v1/runs/:run')
export class CallsController {
  private readonly calls: CallsService;
  constructor(calls: CallsService) {
    this.calls = calls;
  }

  @Route({
    method: 'GET',
    path: 'calls',
    does: 'Calls in order, or those that have to do with the events from … to: start, decisions, end, reconciliation',
    answers: { 200: CallPage },
    problems: ['run_unknown', 'run_pruned'],
  })
  listCalls(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Query({ schema: CallsQuery }) asked: CallsAsked,
  ) {
    return this.calls.list(auth, run, asked);
  }

  @Route({
    method: 'GET',
    path: 'usage',
    does: "Tokens by the model answers on the record and by the harness's own account, with their cost where prices are known",
    answers: { 200: UsageView },
    problems: ['run_unknown', 'run_pruned'],
  })
  readUsage(@Caller() auth: Auth, @Param({ schema: RunParam }) { run }: RunName) {
    return this.calls.usage(auth, run);
  }
}
