import { Inject, Injectable } from '@nestjs/common';
import {
  openEventIndex,
  openLifecycle,
  type EventIndex,
  type Lifecycle,
  type SpineStore,
  type Sql,
} from '@runseal/spine/postgres';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import { SQL, STORE } from '../config/tokens.ts';
import { requireKept } from '../records/records.service.ts';
import { askedOf } from '../runs/run-row.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { visibleRun } from '../runs/visible-run.ts';
import type { CallPage, CallsAsked, UsageView } from '../wire/event.ts';
import { callViews } from './call-view.ts';
import { reasonsOf } from './reasons.ts';
import { usageOf } from './usage-view.ts';

/** What a run did through the waist, call by call, and what it used. */
@Injectable()
export class CallsService {
  private readonly runs: RunsRepository;
  private readonly store: SpineStore;
  private readonly index: EventIndex;
  private readonly lifecycle: Lifecycle;
  constructor(runs: RunsRepository, @Inject(STORE) store: SpineStore, @Inject(SQL) sql: Sql) {
    this.runs = runs;
    this.store = store;
    this.index = openEventIndex(sql);
    this.lifecycle = openLifecycle(sql);
  }

  async list(auth: Auth, run: string, asked: CallsAsked): Promise<z.output<typeof CallPage>> {
    await visibleRun(this.runs, auth, run);
    const { from, to, after, limit } = asked;
    const stretch = from === undefined || to === undefined ? null : { after: from - 1, upTo: to };
    const calls =
      stretch === null
        ? await this.index.callsAfter(run, { after, limit })
        : await this.index.callsBetween(run, stretch);
    const events = await this.index.ofCalls(run, calls);
    const items = [...callViews(events, await reasonsOf(this.store, run, events))];
    await requireKept(this.lifecycle, run);
    return { items, nextAfter: stretch === null && calls.length === limit ? calls.at(-1)! : null };
  }

  async usage(auth: Auth, run: string): Promise<z.output<typeof UsageView>> {
    await visibleRun(this.runs, auth, run);
    const { brakes } = askedOf(await this.runs.goal(run));
    const usage = await usageOf(this.index, run, brakes.cost);
    await requireKept(this.lifecycle, run);
    return usage;
  }
}
