import { Inject, Injectable } from '@nestjs/common';
import type { DriverRegistry } from '@runseal/harness';
import { draftOf } from '@runseal/spine';
import type { SpineStore } from '@runseal/spine/postgres';
import type { Sql } from 'postgres';
import { randomUUID } from 'node:crypto';
import type { Auth } from '../auth/auth.ts';
import { closeRun, sealRun, type Closers } from '../closing/close-run.ts';
import { failure, halted } from '../closing/ending.ts';
import { outcomeOf } from '../closing/outcome-of.ts';
import { OutcomesRepository } from '../closing/outcomes.repository.ts';
import type { Config } from '../config/config.ts';
import { CONFIG, INSTALLATION, REGISTRY, SQL, STORE } from '../config/tokens.ts';
import { between } from '../faults/fault-point.ts';
import { goalOf } from '../goals/goal-bytes.ts';
import type { Installation } from '../installation/installation.ts';
import { ProblemError } from '../problem/problem.ts';
import type { Halt } from '../wire/run.ts';
import { ClaimsRepository, type Claim } from '../worker/claims.repository.ts';
import { openingDrafts } from '../worker/opening.ts';
import { HaltsRepository } from './halts.repository.ts';
import { RunsRepository } from './runs.repository.ts';
import { RunsService } from './runs.service.ts';
import { sealOf, type SealOf } from './seal-view.ts';
import { visibleRun } from './visible-run.ts';

/** Halting and sealing at a person's word. */
@Injectable()
export class RunEndingService {
  private readonly runs: RunsRepository;
  private readonly views: RunsService;
  private readonly halts: HaltsRepository;
  private readonly registry: DriverRegistry;
  private readonly closers: Closers;
  private readonly claims: ClaimsRepository;
  constructor(
    runs: RunsRepository,
    views: RunsService,
    halts: HaltsRepository,
    @Inject(SQL) sql: Sql,
    @Inject(STORE) store: SpineStore,
    @Inject(INSTALLATION) installation: Installation,
    @Inject(REGISTRY) registry: DriverRegistry,
    @Inject(CONFIG) config: Config,
  ) {
    this.runs = runs;
    this.views = views;
    this.halts = halts;
    this.registry = registry;
    this.closers = { store, outcomes: new OutcomesRepository(sql), signer: installation.signer };
    this.claims = new ClaimsRepository(sql, `api-${process.pid}-${randomUUID().slice(0, 8)}`, config.leaseMs);
  }

  /** A waiting run ends at once; a running one is told, and its worker ends it. */
  async halt(auth: Auth, run: string, { reason }: Halt) {
    await visibleRun(this.runs, auth, run);
    const state = await between('asking for the halt', () => this.halts.request(run, reason, auth.principal));
    if (state === null)
      throw new ProblemError(409, 'run_ended', 'The run has ended already; there is nothing to halt.');
    const claim = state === 'queued' ? await this.claims.queued(run) : null;
    if (claim !== null) await this.endUnstarted(claim);
    return this.views.show(auth, run);
  }

  async seal(auth: Auth, run: string): Promise<SealOf> {
    const { state } = await visibleRun(this.runs, auth, run);
    const head = await this.closers.store.head(run);
    if (head.state === 'sealed') return sealOf(head)!;
    if (state === 'queued' || state === 'running')
      throw new ProblemError(409, 'run_active', 'The run has not ended. Halt it first, or wait.');
    const writer = await this.closers.store.takeOver(run);
    const ending = await outcomeOf(this.closers.store, run);
    const sealed =
      ending === null
        ? await closeRun(this.closers, writer, failure('worker_lost', 'The outcome was not recorded.'))
        : await sealRun(this.closers, writer, ending);
    return sealOf(sealed)!;
  }

  /** If this process dies in the middle, the lease runs out and a worker finishes the same way. */
  private async endUnstarted(claim: Claim): Promise<void> {
    const goal = goalOf(claim.goal);
    const harness = this.registry.names.includes(goal.harness) ? this.registry.get(goal.harness).describe() : null;
    const writer = await this.closers.store.takeOver(claim.run);
    const halt = claim.halt!;
    await writer.append(
      ...openingDrafts(claim, goal, { harness, readiness: null, probed: null }),
      draftOf('run.halted', 'human', { ...halt }),
    );
    await closeRun(this.closers, writer, halted(halt.reason));
  }
}
