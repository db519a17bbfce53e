import { Inject, Injectable } from '@nestjs/common';
import { MixCounter } from '@runseal/spine';
import { openLifecycle, type Lifecycle, type Prune, type SpineStore, type Sql } from '@runseal/spine/postgres';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import { SQL, STORE } from '../config/tokens.ts';
import type { RunsFilter } from '../wire/query.ts';
import type { Mix, RunDetail, RunPage } from '../wire/run.ts';
import { cursorOf, cursorText } from './cursor.ts';
import { askedOf, summaryOf, type RunRow } from './run-row.ts';
import { RunsRepository } from './runs.repository.ts';
import { sealOf } from './seal-view.ts';
import { visibleRun } from './visible-run.ts';

@Injectable()
export class RunsService {
  private readonly repository: RunsRepository;
  private readonly store: SpineStore;
  private readonly lifecycle: Lifecycle;
  constructor(repository: RunsRepository, @Inject(STORE) store: SpineStore, @Inject(SQL) sql: Sql) {
    this.repository = repository;
    this.store = store;
    this.lifecycle = openLifecycle(sql);
  }

  async list(auth: Auth, filter: RunsFilter): Promise<z.output<typeof RunPage>> {
    const after = filter.cursor === undefined ? null : cursorOf(filter.cursor);
    const rows = await this.repository.list(auth, filter, after);
    const page = rows.slice(0, filter.limit);
    const last = page.at(-1);
    const more = rows.length > page.length && last !== undefined;
    return {
      items: page.map(summaryOf),
      nextCursor: more ? cursorText({ createdAt: last.created_at, run: last.run }) : null,
    };
  }

  async show(auth: Auth, run: string): Promise<z.output<typeof RunDetail>> {
    return this.detail(await visibleRun(this.repository, auth, run));
  }

  /** The mix the seal binds, or the counts so far. */
  async mix(auth: Auth, run: string): Promise<z.output<typeof Mix>> {
    await visibleRun(this.repository, auth, run);
    const { mix } = await this.store.head(run);
    return mix === null ? this.mixSoFar(run) : { ...mix, tiers: { ...mix.tiers }, types: { ...mix.types } };
  }

  private async mixSoFar(run: string): Promise<z.output<typeof Mix>> {
    const counter = new MixCounter();
    for await (const { type } of this.store.scan(run)) counter.add(type);
    const { rules, tiers, types, lost } = counter.mix();
    return { rules, tiers: { ...tiers }, types: { ...types }, lost };
  }

  private async detail(row: RunRow): Promise<z.output<typeof RunDetail>> {
    const head = await this.store.head(row.run);
    return {
      ...summaryOf(row),
      ...askedOf(await this.repository.goal(row.run)),
      events: head.size,
      seal: sealOf(head),
      vouches: row.vouches,
      pruned: prunedOf(await this.lifecycle.prune(row.run)),
      halt:
        row.halt_reason === null || row.halt_by === null
          ? null
          : { reason: row.halt_reason, by: row.halt_by, scope: row.halt_scope ?? 'run' },
    };
  }
}

/** Of a removal that was only asked for, nothing: the run is there. */
function prunedOf(prune: Prune | null): z.output<typeof RunDetail>['pruned'] {
  if (prune?.confirmedAt == null || prune.confirmedBy === null) return null;
  const { confirmedAt, requestedBy, confirmedBy, reason, legalBasis } = prune;
  return { at: confirmedAt.toISOString(), requestedBy, confirmedBy, reason, legalBasis };
}
