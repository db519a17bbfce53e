import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { Auth } from '../auth/auth.ts';
import type { Config } from '../config/config.ts';
import { CONFIG, LOGGER } from '../config/tokens.ts';
import { Gate } from './gate.ts';
import { SseConnection } from './sse-connection.ts';

/** Says all there is to say over an open stream. */
export type Telling = (connection: SseConnection) => Promise<void>;

/** Answers that are event streams: each has a place within the bounds, a heartbeat, and an end when the API stops. */
@Injectable()
export class SseStreams implements BeforeApplicationShutdown {
  private readonly log: Logger;
  private readonly heartbeatMs: number;
  private readonly gate: Gate;
  private readonly open = new Set<SseConnection>();
  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) log: Logger) {
    this.log = log;
    this.heartbeatMs = config.heartbeatMs;
    this.gate = new Gate(config.maxStreams);
  }

  /**
   * Answers with what the telling says. What `prepare` throws is answered as a problem, for nothing has been said yet. Throws
   * ProblemError 429 `too_many_streams`, before anything is prepared.
   */
  async serve(auth: Auth, reply: FastifyReply, prepare: () => Promise<Telling>): Promise<void> {
    const leave = this.gate.enter(auth.principal);
    try {
      await this.tell(reply, await prepare());
    } finally {
      leave();
    }
  }

  beforeApplicationShutdown(): void {
    for (const connection of this.open) connection.close();
  }

  private async tell(reply: FastifyReply, telling: Telling): Promise<void> {
    const connection = this.begin(reply);
    try {
      await telling(connection);
    } catch (error) {
      // The answer has begun, so it can only end early; the client resumes where it stopped.
      this.log.error({ err: error, url: reply.request.url }, 'event stream failed');
    } finally {
      connection.close();
      this.open.delete(connection);
    }
  }

  private begin(reply: FastifyReply): SseConnection {
    void reply.hijack();
    reply.raw.writeHead(200, {
      ...headersOf(reply),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    reply.raw.write('retry: 1000\n\n');
    const connection = new SseConnection(reply.raw, this.heartbeatMs);
    this.open.add(connection);
    return connection;
  }
}

/** True for a client that asks for the answer to be the stream itself. */
export const wantsStream = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((range) => range.split(';', 1)[0]!.trim().toLowerCase() === 'text/event-stream');

const headersOf = (reply: FastifyReply) =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
