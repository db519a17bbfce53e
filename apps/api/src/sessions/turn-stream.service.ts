import { Inject, Injectable } from '@nestjs/common';
import { decodeEvent } from '@runseal/spine';
import {
  openEventIndex,
  openLifecycle,
  type EventIndex,
  type Lifecycle,
  type SpineStore,
  type Sql,
  type StoredEvent,
} from '@runseal/spine/postgres';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { SQL, STORE } from '../config/tokens.ts';
import { eventView } from '../events/event-view.ts';
import { followRun, type Follower } from '../events/follow.ts';
import { lastSeen, type LastSeen } from '../events/last-seen.ts';
import type { SseConnection } from '../events/sse-connection.ts';
import { SseStreams, wantsStream, type Telling } from '../events/sse-streams.ts';
import { ProblemError } from '../problem/problem.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { keptRun } from '../records/kept-run.ts';
import { requireKept } from '../records/records.service.ts';
import type { ExecRequest, TurnName } from '../wire/sessions.ts';
import { deltaFrame, DeltaWatchers, type Shown } from './delta-watchers.ts';
import { sessionView, type View } from './session-row.ts';
import { SessionsRepository } from './sessions.repository.ts';
import { TurnsRepository } from './turns.repository.ts';
import { TurnsService } from './turns.service.ts';
import { visibleSession } from './visible-session.ts';

/** How the client wants its answer, and where it goes. */
interface Asking {
  readonly accept: string | undefined;
  readonly reply: FastifyReply;
}

/** What a stream of a turn begins with. */
interface Beginning {
  readonly session: View;
  readonly turn: number;
  /** Events that are not told. */
  readonly after: number;
}

/**
 * A turn as one event stream: first the session, then its events as they become durable, the seq of each its id, at last how
 * the turn ended. What has an id is on the record: a client that goes away stops nothing, and comes back where it was. Text
 * that is shown before it is an event (`delta`) has none, is told to whoever listens at that moment, and is never told again.
 */
@Injectable()
export class TurnStreamService {
  private readonly sessions: SessionsRepository;
  private readonly turns: TurnsService;
  private readonly rows: TurnsRepository;
  private readonly streams: SseStreams;
  private readonly deltas: DeltaWatchers;
  private readonly runs: RunsRepository;
  private readonly store: SpineStore;
  private readonly index: EventIndex;
  private readonly lifecycle: Lifecycle;
  constructor(
    sessions: SessionsRepository,
    turns: TurnsService,
    rows: TurnsRepository,
    streams: SseStreams,
    deltas: DeltaWatchers,
    runs: RunsRepository,
    @Inject(STORE) store: SpineStore,
    @Inject(SQL) sql: Sql,
  ) {
    this.sessions = sessions;
    this.turns = turns;
    this.rows = rows;
    this.streams = streams;
    this.deltas = deltas;
    this.runs = runs;
    this.store = store;
    this.index = openEventIndex(sql);
    this.lifecycle = openLifecycle(sql);
  }

  /** Begins a turn, and tells it to a client that asks for that. Nothing is begun where the stream could not be opened. */
  async exec(auth: Auth, session: string, asked: ExecRequest, { accept, reply }: Asking): Promise<void> {
    if (!wantsStream(accept)) {
      void reply.status(202).send(await this.turns.exec(auth, session, asked));
      return;
    }
    await this.streams.serve(auth, reply, async () => {
      const { run } = await visibleSession(this.sessions, auth, session);
      const shown = await this.deltas.watch(run);
      try {
        const { accepted, after } = await this.turns.begin(auth, session, asked);
        return this.tellingOf({ session: accepted.session, turn: accepted.turn, after }, shown);
      } catch (error) {
        shown.stop();
        throw error;
      }
    });
  }

  /** Tells a turn that was begun before, from its first event or after what the client has seen. */
  async follow(auth: Auth, { session, turn }: TurnName, start: LastSeen, reply: FastifyReply): Promise<void> {
    const row = await visibleSession(this.sessions, auth, session);
    const seen = lastSeen(start, Number(row.size));
    await requireKept(this.lifecycle, row.run);
    if ((await this.rows.stateOf(row.run, turn)) === null)
      throw new ProblemError(404, 'turn_unknown', `The session has ${row.turns} turns.`);
    const after = Math.max(seen, await this.before(row.run, turn, Number(row.size)));
    await this.streams.serve(auth, reply, async () =>
      this.tellingOf({ session: sessionView(row), turn, after }, await this.deltas.watch(row.run)),
    );
  }

  private tellingOf(beginning: Beginning, shown: Shown): Telling {
    return {
      tell: (connection) => this.tell(beginning, shown, connection).finally(() => shown.stop()),
      allowed: (reader) => keptRun(this.runs, this.lifecycle, reader, beginning.session.session),
    };
  }

  private async tell({ session, turn, after }: Beginning, shown: Shown, connection: SseConnection): Promise<void> {
    const { session: run } = session;
    await connection.send({ event: 'session', data: JSON.stringify({ session, turn }) });
    let near = false;
    const follower: Follower = {
      event: (event) => {
        near = event.type === 'episode.ended' || event.type === 'session.lifecycle';
        return connection.send({ id: event.seq, data: JSON.stringify(eventView(event)) });
      },
      beyond: (event) => (turnBegunBy(event) ?? 0) > turn,
      near: () => near,
      ended: async () => OVER.has((await this.rows.stateOf(run, turn)) ?? 'failed'),
      end: async () => {
        const view = (await this.turns.viewsOf(run)).find((each) => each.turn === turn);
        await connection.send({ event: 'end', data: JSON.stringify(view) });
      },
    };
    // Shown as it comes, beside the record: the events that follow are what counts.
    shown.to((delta) => {
      if (delta.turn === turn) connection.offer(deltaFrame(delta));
    });
    await followRun(this.store, run, after, follower, connection.signal);
  }

  /** Events before the turn: all there are, for one that has no event yet. */
  private async before(run: string, turn: number, size: number): Promise<number> {
    const filter = { types: ['goal.submitted'], call: null, words: [] };
    for (let after = 0; ;) {
      const page = await this.index.page(run, filter, { after, upTo: size, limit: PAGE });
      const first = page.find((event) => turnBegunBy(event) === turn);
      if (first !== undefined) return first.seq - 1;
      if (page.length < PAGE) return size;
      after = page.at(-1)!.seq;
    }
  }
}

const PAGE = 200;
const OVER: ReadonlySet<string> = new Set(['completed', 'failed', 'canceled', 'interrupted']);

/** The number of the turn that begins with this event; null for any other event. */
function turnBegunBy({ type, canonical }: Pick<StoredEvent, 'type' | 'canonical'>): number | null {
  if (type !== 'goal.submitted') return null;
  const { turn } = decodeEvent(canonical).payload;
  return typeof turn === 'number' ? turn : null;
}
