import { Controller, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { RunParam, type RunName } from '../wire/query.ts';
import { ReceiptsService } from './receipts.service.ts';

@Controller('api/v1/runs/:run/receipt')
export class ReceiptsController {
  private readonly receipts: ReceiptsService;
  constructor(receipts: ReceiptsService) {
    this.receipts = receipts;
  }

  @Route({
    method: 'GET',
    path: '',
    does: "Receipt of the run's seal in the ledger, RUN.tlog-proof (C2SP tlog-proof)",
    answers: { 200: { media: 'text/plain', says: 'Entry, inclusion path and the cosigned head.' } },
    problems: ['run_unknown', 'not_sealed', 'receipt_pending'],
    sets: { 'Content-Disposition': 'The name of the file.' },
  })
  readReceipt(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.receipts.read(auth, run, reply);
  }
}
