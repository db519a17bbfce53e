import { Controller, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { AnswerView, AskQuery, AuditView, type Asked } from '../wire/evidence.ts';
import { RunParam, type RunName } from '../wire/query.ts';
import { EvidenceService } from './evidence.service.ts';
import { whileAwaited } from './while-awaited.ts';

@Controller('api/v1/runs/:run')
export class EvidenceController {
  private readonly evidence: EvidenceService;
  constructor(evidence: EvidenceService) {
    this.evidence = evidence;
  }

  @Route({
    method: 'GET',
    path: 'audit',
    does: "What the database stores of the run, held against the run's own bytes",
    answers: { 200: AuditView },
    problems: ['run_unknown', 'too_many_questions'],
  })
  auditRun(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.evidence.audit(auth, run, whileAwaited(reply));
  }

  @Route({
    method: 'GET',
    path: 'ask',
    does: 'Ask a sealed run: yes, no within what was observed, or cannot say',
    answers: { 200: AnswerView },
    problems: ['run_unknown', 'not_sealed', 'run_pruned', 'claim_unreadable', 'too_many_questions'],
  })
  askRun(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Query({ schema: AskQuery }) { q }: Asked,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.evidence.ask(auth, { run, question: q }, whileAwaited(reply));
  }
}
