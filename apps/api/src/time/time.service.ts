import { Inject, Injectable } from '@nestjs/common';
import { openTimeStamps, type SpineStore, type Sql, type TimeStamps } from '@runseal/spine/postgres';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { SQL, STORE } from '../config/tokens.ts';
import { ProblemError } from '../problem/problem.ts';
import { requireSeal } from '../records/records.service.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { visibleRun } from '../runs/visible-run.ts';

@Injectable()
export class TimeService {
  private readonly runs: RunsRepository;
  private readonly store: SpineStore;
  private readonly stamps: TimeStamps;
  constructor(runs: RunsRepository, @Inject(STORE) store: SpineStore, @Inject(SQL) sql: Sql) {
    this.runs = runs;
    this.store = store;
    this.stamps = openTimeStamps(sql);
  }

  async token(auth: Auth, run: string, reply: FastifyReply): Promise<Buffer> {
    await visibleRun(this.runs, auth, run);
    await requireSeal(this.store, run);
    const token = await this.stamps.token(run);
    if (token === null)
      throw new ProblemError(
        404,
        'time_token_none',
        'No time authority has stamped this seal. Tokens are optional (RUNSEAL_TSA_URL) and come a little after the seal.',
      );
    void reply
      .header('content-type', 'application/timestamp-token')
      .header('content-disposition', `attachment; filename="${run}.tst"`);
    return Buffer.from(token);
  }
}
