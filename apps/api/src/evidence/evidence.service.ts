import { Inject, Injectable } from '@nestjs/common';
import { inquire, parseClaim, SpineError, type Claim } from '@runseal/spine';
import { openLifecycle, readAllEvents, type Lifecycle, type SpineStore, type Sql } from '@runseal/spine/postgres';
import type { Auth } from '../auth/auth.ts';
import { SQL, STORE } from '../config/tokens.ts';
import { ProblemError } from '../problem/problem.ts';
import { requireKept, requireSeal } from '../records/records.service.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { visibleRun } from '../runs/visible-run.ts';
import { show } from './show.ts';
import { Turns } from './turns.ts';

/** Questions to a run, and the operator's audit of its rows. */
@Injectable()
export class EvidenceService {
  private readonly runs: RunsRepository;
  private readonly turns: Turns;
  private readonly store: SpineStore;
  private readonly sql: Sql;
  private readonly lifecycle: Lifecycle;
  constructor(runs: RunsRepository, turns: Turns, @Inject(STORE) store: SpineStore, @Inject(SQL) sql: Sql) {
    this.runs = runs;
    this.turns = turns;
    this.store = store;
    this.sql = sql;
    this.lifecycle = openLifecycle(sql);
  }

  async audit(auth: Auth, run: string, signal: AbortSignal) {
    await visibleRun(this.runs, auth, run);
    return this.turns.take(auth.principal, signal, () => this.store.audit(run, { signal }));
  }

  async ask(auth: Auth, { run, question }: { run: string; question: string }, signal: AbortSignal) {
    await visibleRun(this.runs, auth, run);
    const claim = claimOf(question);
    await requireSeal(this.store, run);
    // Of a run that is gone nothing can be said, not even that it cannot be said.
    await requireKept(this.lifecycle, run);
    const { claim: _, ...answer } = await this.turns.take(auth.principal, signal, () =>
      this.answered(run, claim, signal),
    );
    return { run, question, ...answer };
  }

  /** The events go by a page at a time. */
  private async answered(run: string, claim: Claim, signal: AbortSignal) {
    const inquiry = inquire(claim);
    for await (const events of readAllEvents(this.sql, run)) {
      signal.throwIfAborted();
      await show(inquiry, events, { sql: this.sql, run });
    }
    return inquiry.answer();
  }
}

function claimOf(question: string): Claim {
  try {
    return parseClaim(question);
  } catch (error) {
    if (!(error instanceof SpineError)) throw error;
    throw new ProblemError(422, 'claim_unreadable', error.message, { cause: error });
  }
}
