import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { Auth } from '../auth/auth.ts';
import { Authenticator } from '../auth/authenticator.ts';
import type { Config } from '../config/config.ts';
import { CONFIG, LOGGER } from '../config/tokens.ts';
import { problemBody } from '../problem/problem-body.ts';
import { Gate } from './gate.ts';
import { keepAsking } from './keep-asking.ts';
import { SseConnection } from './sse-connection.ts';

export interface Telling {
  /** Says all there is to say over an open stream. */
  tell(connection: SseConnection): Promise<void>;
  /** Whether this reader may see what is told, asked again and again while it is. Throws ProblemError when not. */
  allowed(reader: Auth): Promise<unknown>;
}

/**
 * Answers that are event streams: each has a place within the bounds, a heartbeat, and an end when the API stops, or when its
 * reader may not read any more.
 */
@Injectable()
export class SseStreams implements BeforeApplicationShutdown {
  private readonly log: Logger;
  private readonly authenticator: Authenticator;
  private readonly heartbeatMs: number;
  private readonly recheckMs: number;
  private readonly gate: Gate;
  private readonly open = new Set<SseConnection>();
  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) log: Logger, authenticator: Authenticator) {
    this.log = log;
    this.authenticator = authenticator;
    this.recheckMs = config.streamRecheckMs;
    this.heartbeatMs = config.heartbeatMs;
    this.gate = new Gate(config.maxStreams);
  }

  /**
   * Answers with what the telling says. What `prepare` throws is answered as a problem, for nothing has been said yet. Throws
   * ProblemError 429 `too_many_streams`, before anything is prepared. Who asks for the head alone is not kept waiting for an end.
   */
  async serve(auth: Auth, reply: FastifyReply, prepare: () => Promise<Telling>): Promise<void> {
    if (reply.request.method === 'HEAD') {
      writeHead(reply);
      reply.raw.end();
      return;
    }
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
    const asking = keepAsking({
      everyMs: this.recheckMs,
      signal: connection.signal,
      ask: async () => telling.allowed(await this.authenticator.of(reply.request)),
      // The same words that a new request would be answered with.
      refused: (problem) =>
        connection.end({ event: 'problem', data: JSON.stringify(problemBody(problem, reply.request)) }),
    });
    try {
      await telling.tell(connection);
    } catch (error) {
      // The answer has begun, so it can only end early; the client resumes where it stopped.
      this.log.error({ err: error, path: reply.request.url.split('?', 1)[0] }, 'event stream failed');
    } finally {
      connection.close();
      this.open.delete(connection);
      await asking;
    }
  }

  private begin(reply: FastifyReply): SseConnection {
    writeHead(reply);
    reply.raw.write('retry: 1000\n\n');
    const connection = new SseConnection(reply.raw, this.heartbeatMs);
    this.open.add(connection);
    return connection;
  }
}

/** True for a client that asks for the answer to be the stream itself. */
export const wantsStream = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((range) => range.split(';', 1)[0]!.trim().toLowerCase() === 'text/event-stream');

function writeHead(reply: FastifyReply): void {
  void reply.hijack();
  reply.raw.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
}

const headersOf = (reply: FastifyReply) =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
