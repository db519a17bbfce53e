import { Inject, Injectable } from '@nestjs/common';
import { decodeEvent, contentRefsIn, toHex } from '@runseal/spine';
import {
  openEventIndex,
  openLifecycle,
  type EventIndex,
  type Lifecycle,
  type SpineStore,
  type Sql,
} from '@runseal/spine/postgres';
import type { Auth } from '../auth/auth.ts';
import { requireAdmin } from '../auth/require-admin.ts';
import { SQL, STORE } from '../config/tokens.ts';
import { requireKept, requireSeal } from '../records/records.service.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { visibleRun } from '../runs/visible-run.ts';
import type { ErasureAsked, TagAsked } from '../wire/erasure.ts';
import { copiesOf } from './copies.ts';
import { ErasureRepository } from './erasure.repository.ts';
import { commitmentsOf, contentsOfEvents, contentsOfRun } from './which-contents.ts';

/** Salt and bytes go for ever; the record keeps the commitments and still verifies; the ledger says who, why and on which ground. */
@Injectable()
export class ErasureService {
  private readonly runs: RunsRepository;
  private readonly repository: ErasureRepository;
  private readonly store: SpineStore;
  private readonly lifecycle: Lifecycle;
  private readonly index: EventIndex;
  constructor(
    runs: RunsRepository,
    repository: ErasureRepository,
    @Inject(STORE) store: SpineStore,
    @Inject(SQL) sql: Sql,
  ) {
    this.runs = runs;
    this.repository = repository;
    this.store = store;
    this.lifecycle = openLifecycle(sql);
    this.index = openEventIndex(sql);
  }

  async erase(auth: Auth, run: string, asked: ErasureAsked) {
    requireAdmin(auth);
    await visibleRun(this.runs, auth, run);
    await requireSeal(this.store, run);
    await this.requireLeft(run, asked);
    const chosen = await this.choose(run, asked);
    const why = { by: auth.principal, reason: asked.reason, legalBasis: asked.legalBasis };
    const erased = await this.store.erase(run, chosen, why);
    if (await this.namesGoal(run, chosen)) {
      await this.repository.redactGoal(run);
      // It may say what became of the goal before there was an episode.
      await this.repository.redactErrors(run, []);
    }
    await this.repository.redactCopies(run, await copiesOf(this.index, run, chosen));
    await this.repository.untagContents(run, chosen);
    return { run, erased };
  }

  async list(auth: Auth, run: string) {
    await visibleRun(this.runs, auth, run);
    const items = await this.lifecycle.tombstones(run);
    // They went with the run: to list none would say that nothing was erased.
    await requireKept(this.lifecycle, run);
    return {
      items: items.map(({ commitment, at, ...rest }) => ({
        commitment: toHex(commitment),
        ...rest,
        at: at.toISOString(),
      })),
    };
  }

  async tag(auth: Auth, run: string, { subject, seqs = [], commitments = [] }: TagAsked) {
    const { workspace } = await visibleRun(this.runs, auth, run);
    await requireKept(this.lifecycle, run);
    const chosen = [...(await contentsOfEvents(this.store, run, seqs)), ...commitmentsOf(commitments)];
    const about = { workspace, run, subject, by: auth.principal };
    return { run, tagged: chosen.length === 0 ? 0 : await this.repository.tag(about, chosen) };
  }

  async about({ workspaces }: Auth, subject: string) {
    return { items: [...(await this.repository.about(subject, workspaces))] };
  }

  /** Of a removed run nothing is left to erase; a tag of before, which may itself name somebody, goes all the same. */
  private async requireLeft(run: string, asked: ErasureAsked): Promise<void> {
    if (asked.scope === 'subject' && (await this.lifecycle.prune(run))?.confirmedBy != null)
      await this.repository.untag(run, asked.subject);
    await requireKept(this.lifecycle, run);
  }

  private choose(run: string, asked: ErasureAsked): Promise<Uint8Array[]> {
    switch (asked.scope) {
      case 'run':
        return contentsOfRun(this.store, run);
      case 'events':
        return contentsOfEvents(this.store, run, asked.seqs);
      case 'commitments':
        return Promise.resolve(commitmentsOf(asked.commitments));
      case 'subject':
        return this.repository.tagged(run, asked.subject);
    }
  }

  /** Whether the goal, which the first two events of a run refer to, is among them. */
  private async namesGoal(run: string, chosen: readonly Uint8Array[]): Promise<boolean> {
    const names = new Set(chosen.map((commitment) => toHex(commitment)));
    const first = await this.store.events(run, { after: 0, limit: 2 });
    return first
      .flatMap(({ canonical }) => contentRefsIn(decodeEvent(canonical).payload))
      .some(({ commitment }) => names.has(toHex(commitment)));
  }
}
