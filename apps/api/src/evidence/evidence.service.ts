import { Inject, Injectable } from '@nestjs/common';
import {
  ask,
  contentsAskedFor,
  decodeEvent,
  openContent,
  parseClaim,
  SpineError,
  toHex,
  type Claim,
  type ContentReader,
  type SpineEvent,
} from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
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
    const { claim: _, ...answer } = ask(claim, events, await this.reader(run, claim, events));
    return { run, question, ...answer };
  }

  /** Only what the question is about is read. What was erased, or is not what its commitment says, is not at hand. */
  private async reader(run: string, claim: Claim, events: readonly SpineEvent[]): Promise<ContentReader> {
    const contents = new Map<string, Uint8Array>();
    for (const commitment of contentsAskedFor(claim, events)) {
      const { content } = await this.store.content(run, commitment);
      if (content !== null && openContent(content, nodeHasher)) contents.set(toHex(commitment), content.bytes);
    }
    return (commitment) => contents.get(toHex(commitment));
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
