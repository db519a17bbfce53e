import { Inject, Injectable } from '@nestjs/common';
import type { SpineStore } from '@runseal/spine/postgres';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { STORE } from '../config/tokens.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { visibleRun } from '../runs/visible-run.ts';
import { eventView } from './event-view.ts';
import { followRun } from './follow.ts';
import { lastSeen, type LastSeen } from './last-seen.ts';
import type { SseConnection } from './sse-connection.ts';
import { SseStreams } from './sse-streams.ts';

/** Live events over SSE. The id of each is its seq, so any client that says where it stopped gets exactly the rest. */
@Injectable()
export class EventStreamService {
  private readonly runs: RunsRepository;
  private readonly store: SpineStore;
  private readonly streams: SseStreams;
  constructor(runs: RunsRepository, @Inject(STORE) store: SpineStore, streams: SseStreams) {
    this.runs = runs;
    this.store = store;
    this.streams = streams;
  }

  async stream(auth: Auth, run: string, start: LastSeen, reply: FastifyReply): Promise<void> {
    const after = lastSeen(start);
    const allowed = (reader: Auth) => visibleRun(this.runs, reader, run);
    await allowed(auth);
    const tell = (connection: SseConnection) => this.follow(run, after, connection);
    await this.streams.serve(auth, reply, () => Promise.resolve({ tell, allowed }));
  }

  private follow(run: string, after: number, connection: SseConnection): Promise<void> {
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
