import { Inject, Injectable } from '@nestjs/common';
import type { Ledger, SpineStore } from '@runseal/spine/postgres';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { LEDGER, STORE } from '../config/tokens.ts';
import { ProblemError } from '../problem/problem.ts';
import { requireSeal } from '../records/records.service.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { visibleRun } from '../runs/visible-run.ts';

@Injectable()
export class ReceiptsService {
  private readonly runs: RunsRepository;
  private readonly store: SpineStore;
  private readonly ledger: Ledger;
  constructor(runs: RunsRepository, @Inject(STORE) store: SpineStore, @Inject(LEDGER) ledger: Ledger) {
    this.runs = runs;
    this.store = store;
    this.ledger = ledger;
  }

  async read(auth: Auth, run: string, reply: FastifyReply): Promise<string> {
    await visibleRun(this.runs, auth, run);
    await requireSeal(this.store, run);
    const receipt = await this.ledger.receipt(run);
    if (receipt === null)
      throw new ProblemError(
        503,
        'receipt_pending',
        'The seal is not in the ledger yet. A worker writes it within a second; ask again.',
        { retryAfter: 1 },
      );
    void reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('content-disposition', `attachment; filename="${run}.tlog-proof"`);
    return receipt;
  }
}
