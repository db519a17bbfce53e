import { Inject, Injectable } from '@nestjs/common';
import { SpineError } from '@runseal/spine';
import { openLifecycle, type Lifecycle, type SpineStore, type Sql } from '@runseal/spine/postgres';
import { formatSeqs, parseSeqs } from '@runseal/spine/slice';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { SQL, STORE } from '../config/tokens.ts';
import { whileAwaited } from '../evidence/while-awaited.ts';
import { ProblemError } from '../problem/problem.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { visibleRun } from '../runs/visible-run.ts';
import { requireKept, requireSeal } from './records.service.ts';

/** Parts of a run, for whoever is not to see all of it. */
@Injectable()
export class SlicesService {
  private readonly runs: RunsRepository;
  private readonly store: SpineStore;
  private readonly lifecycle: Lifecycle;
  constructor(runs: RunsRepository, @Inject(STORE) store: SpineStore, @Inject(SQL) sql: Sql) {
    this.runs = runs;
    this.store = store;
    this.lifecycle = openLifecycle(sql);
  }

  async slice(auth: Auth, run: string, events: string, reply: FastifyReply): Promise<Buffer> {
    await visibleRun(this.runs, auth, run);
    await requireSeal(this.store, run);
    await requireKept(this.lifecycle, run);
    const seqs = seqsOf(events);
    const { size } = await this.store.head(run);
    if (seqs.at(-1)! > size)
      throw new ProblemError(404, 'event_unknown', `The run has ${size} events; there is no event ${seqs.at(-1)!}.`);
    const name = formatSeqs(seqs).slice(0, 60);
    void reply
      .header('content-type', 'application/cbor')
      .header('content-disposition', `attachment; filename="${run}.${name}.slice"`);
    whileAwaited(reply).throwIfAborted();
    return Buffer.from(await this.store.slice(run, seqs));
  }
}

function seqsOf(events: string): readonly number[] {
  try {
    return parseSeqs(events);
  } catch (error) {
    if (!(error instanceof SpineError)) throw error;
    throw new ProblemError(422, 'seqs_invalid', error.message, { cause: error });
  }
}
