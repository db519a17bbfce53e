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
import { ProblemError } from '../problem/problem.ts';
import { requireKept } from '../records/records.service.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { visibleRun } from '../runs/visible-run.ts';
import type { EventCounts, EventMarks, EventsRange, MarksAsked } from '../wire/event.ts';
import type { ProofView } from '../wire/proof.ts';
import type { EventName } from '../wire/query.ts';
import type { EventPage } from '../wire/run.ts';
import { askedFilter } from './asked-filter.ts';
import { eventView } from './event-view.ts';
import { searched } from './search-limit.ts';

@Injectable()
export class EventsService {
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

  async list(auth: Auth, run: string, asked: EventsRange): Promise<z.output<typeof EventPage>> {
    await visibleRun(this.runs, auth, run);
    // Head first: a page may then hold more than size says, never less.
    const head = await this.store.head(run);
    const { after, limit, upTo = Number.MAX_SAFE_INTEGER } = asked;
    const filter = (await askedFilter(this.index, run, asked)) ?? { types: null, call: null, words: [] };
    const events = await searched(this.index.page(run, filter, { after, upTo, limit }));
    await this.stillKept(run);
    return { items: events.map(eventView), size: head.size, sealed: head.state === 'sealed' };
  }

  async counts(auth: Auth, run: string): Promise<z.output<typeof EventCounts>> {
    await visibleRun(this.runs, auth, run);
    const counts = await this.index.counts(run);
    await this.stillKept(run);
    return { ...counts, types: counts.types.map((one) => ({ ...one })) };
  }

  async marks(auth: Auth, run: string, asked: MarksAsked): Promise<z.output<typeof EventMarks>> {
    await visibleRun(this.runs, auth, run);
    const { size } = await this.store.head(run);
    const { every } = asked;
    const filter = await askedFilter(this.index, run, asked);
    if (filter === null) {
      await this.stillKept(run);
      const starts = Array.from({ length: Math.ceil(size / every) }, (_, page) => page * every + 1);
      return { size, every, matches: size, starts };
    }
    const { matches, starts } = await searched(this.index.marks(run, filter, every));
    await this.stillKept(run);
    return { size, every, matches, starts: [...starts] };
  }

  async proof(auth: Auth, { run, seq }: EventName): Promise<z.output<typeof ProofView>> {
    await visibleRun(this.runs, auth, run);
    const head = await this.store.head(run);
    if (seq > head.size) throw new ProblemError(404, 'event_unknown', `The run has ${head.size} events.`);
    if (head.state !== 'sealed')
      throw new ProblemError(409, 'not_sealed', 'Proofs lead to the seal, and the run has none yet.');
    return { run, seq, proof: Buffer.from(await this.store.eventProof(run, seq)).toString('base64') };
  }

  /** Looked at last: an answer that a removal emptied meanwhile would say that there was nothing. */
  private stillKept(run: string): Promise<void> {
    return requireKept(this.lifecycle, run);
  }
}
