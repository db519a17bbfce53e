import { Controller, Param, Query } from '@nestjs/common';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { AnswerView, AskQuery, AuditView, type Asked } from '../wire/evidence.ts';
import { RunParam, type RunName } from '../wire/query.ts';
import { EvidenceService } from './evidence.service.ts';

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
    problems: ['run_unknown'],
  })
  auditRun(@Caller() auth: Auth, @Param({ schema: RunParam }) { run }: RunName) {
    return this.evidence.audit(auth, run);
  }

  @Route({
    method: 'GET',
    path: 'ask',
    does: 'Ask a sealed run: yes, no within what was observed, or cannot say',
    answers: { 200: AnswerView },
    problems: ['run_unknown', 'not_sealed', 'claim_unreadable'],
  })
  askRun(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Query({ schema: AskQuery }) { q }: Asked,
  ) {
    return this.evidence.ask(auth, run, q);
  }
}
