import { Inject, Injectable } from '@nestjs/common';
import { ask, decodeEvent, parseClaim, SpineError, toHex, type Claim, type SpineEvent } from '@runseal/spine';
import type { SpineStore } from '@runseal/spine/postgres';
import type { Auth } from '../auth/auth.ts';
import { STORE } from '../config/tokens.ts';
import { ProblemError } from '../problem/problem.ts';
import { requireSeal } from '../records/records.service.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { visibleRun } from '../runs/visible-run.ts';

/** Questions to a run, and the operator's audit of its rows. */
@Injectable()
export class EvidenceService {
  private readonly runs: RunsRepository;
  private readonly store: SpineStore;
  constructor(runs: RunsRepository, @Inject(STORE) store: SpineStore) {
    this.runs = runs;
    this.store = store;
  }

  async audit(auth: Auth, run: string) {
    await visibleRun(this.runs, auth, run);
    return this.store.audit(run);
  }

  async ask(auth: Auth, run: string, question: string) {
    await visibleRun(this.runs, auth, run);
    const claim = claimOf(question);
    await requireSeal(this.store, run);
    const events: SpineEvent[] = [];
    for await (const { canonical } of this.store.scan(run)) events.push(decodeEvent(canonical));
    const { claim: _, ...answer } = ask(claim, events, await this.reader(run, claim));
    return { run, question, ...answer };
  }

  /** Contents are read only for a question about arguments. */
  private async reader(run: string, claim: Claim) {
    if (claim.kind !== 'tool_called' || claim.argumentsLike === null) return undefined;
    const contents = new Map<string, Uint8Array>();
    for await (const { ref, bytes } of this.store.contents(run)) contents.set(toHex(ref.commitment), bytes);
    return (commitment: Uint8Array) => contents.get(toHex(commitment));
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
