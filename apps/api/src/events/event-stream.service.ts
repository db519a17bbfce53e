import { Inject, Injectable } from '@nestjs/common';
import { openLifecycle, type Lifecycle, type SpineStore, type Sql } from '@runseal/spine/postgres';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { SQL, STORE } from '../config/tokens.ts';
import { keptRun } from '../records/kept-run.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { deltaFrame, DeltaWatchers, type Shown } from '../sessions/delta-watchers.ts';
import { eventView } from './event-view.ts';
import { followRun } from './follow.ts';
import { lastSeen, type LastSeen } from './last-seen.ts';
import type { SseConnection } from './sse-connection.ts';
import { SseStreams } from './sse-streams.ts';

/**
 * Live events over SSE. The id of each is its seq, so any client that says where it stopped gets exactly the rest. What a
 * session shows before it is an event (`delta`) is told beside them, without an id, to whoever listens at that moment.
 */
@Injectable()
export class EventStreamService {
  private readonly runs: RunsRepository;
  private readonly store: SpineStore;
  private readonly streams: SseStreams;
  private readonly deltas: DeltaWatchers;
  private readonly lifecycle: Lifecycle;
  constructor(
    runs: RunsRepository,
    @Inject(STORE) store: SpineStore,
    streams: SseStreams,
    deltas: DeltaWatchers,
    @Inject(SQL) sql: Sql,
  ) {
    this.lifecycle = openLifecycle(sql);
    this.runs = runs;
    this.store = store;
    this.streams = streams;
    this.deltas = deltas;
  }

  async stream(auth: Auth, run: string, start: LastSeen, reply: FastifyReply): Promise<void> {
    const allowed = (reader: Auth) => keptRun(this.runs, this.lifecycle, reader, run);
    await allowed(auth);
    const after = lastSeen(start, (await this.store.head(run)).size);
    await this.streams.serve(auth, reply, async () => {
      const shown = await this.deltas.watch(run);
      const tell = (connection: SseConnection) =>
        this.follow(run, after, shown, connection).finally(() => shown.stop());
      return { tell, allowed };
    });
  }

  private follow(run: string, after: number, shown: Shown, connection: SseConnection): Promise<void> {
    shown.to((delta) => connection.offer(deltaFrame(delta)));
    const follower = {
      event: (event: Parameters<typeof eventView>[0]) =>
        connection.send({ id: event.seq, data: JSON.stringify(eventView(event)) }),
      ended: () => this.runs.ended(run),
      end: (size: number, sealed: boolean) =>
        connection.send({ event: 'end', data: JSON.stringify({ run, size, sealed }) }),
    };
    return followRun(this.store, run, after, follower, connection.signal);
  }
}
