import { Body, Controller, Param } from '@nestjs/common';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import {
  ErasureDone,
  ErasureList,
  ErasureRequest,
  TagDone,
  TagRequest,
  type ErasureAsked,
  type TagAsked,
} from '../wire/erasure.ts';
import { RunParam, type RunName } from '../wire/query.ts';
import { ErasureService } from './erasure.service.ts';

@Controller('api/v1/runs/:run')
export class ErasureController {
  private readonly erasures: ErasureService;
  constructor(erasures: ErasureService) {
    this.erasures = erasures;
  }

  @Route({
    method: 'POST',
    path: 'erasures',
    does: 'Erase content of a sealed run for ever; the record still verifies, the ledger says who and why',
    body: ErasureRequest,
    answers: { 200: ErasureDone },
    problems: ['run_unknown', 'not_sealed', 'admin_required', 'run_held', 'run_pruned', 'event_unknown'],
  })
  eraseContent(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Body({ schema: ErasureRequest }) asked: ErasureAsked,
  ) {
    return this.erasures.erase(auth, run, asked);
  }

  @Route({
    method: 'GET',
    path: 'erasures',
    does: 'What of the run was erased, by whom, when, why',
    answers: { 200: ErasureList },
    problems: ['run_unknown', 'run_pruned'],
  })
  listErasures(@Caller() auth: Auth, @Param({ schema: RunParam }) { run }: RunName) {
    return this.erasures.list(auth, run);
  }

  @Route({
    method: 'POST',
    path: 'subjects',
    does: 'Say whom content is about, so that it can be erased by that',
    body: TagRequest,
    answers: { 200: TagDone },
    problems: ['run_unknown', 'run_pruned', 'event_unknown'],
  })
  tagSubject(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Body({ schema: TagRequest }) asked: TagAsked,
  ) {
    return this.erasures.tag(auth, run, asked);
  }
}
