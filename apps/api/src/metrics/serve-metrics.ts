import type { Sql } from '@runseal/spine/postgres';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VERSION } from '../config/version.ts';
import { answerTimes } from './answer-times.ts';
import { exposition, type Sample } from './metric.ts';
import { storeSamples } from './store-samples.ts';

export interface MetricsMeans {
  readonly sql: Sql;
  /** What a scraper sends as its bearer token. */
  readonly token: string;
}

const CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/**
 * GET /metrics, for Prometheus. It has a token of its own: a key is looked up in the database, and what is away must be told just
 * then. Without a token it is not there.
 */
export function serveMetrics(server: FastifyInstance, { sql, token }: MetricsMeans): void {
  const answered = new Map<string, number>(CLASSES.map((of) => [of, 0]));
  server.addHook('onResponse', (_request, reply, done) => {
    const of = `${Math.floor(reply.statusCode / 100)}xx`;
    answered.set(of, (answered.get(of) ?? 0) + 1);
    done();
  });
  const times = answerTimes(server);
  server.get('/metrics', async (request, reply) => {
    if (!maySee(request, token)) return refuse(reply);
    const http = [...answered].map(([of, value]): Sample => ({
      name: 'runseal_http_responses_total',
      labels: { class: of },
      value,
    }));
    const text = exposition([...processSamples(), ...http, ...times(), ...(await storeSamples(sql))]);
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text);
  });
}

const processSamples = (): readonly Sample[] => [
  { name: 'runseal_info', labels: { version: VERSION }, value: 1 },
  { name: 'process_resident_memory_bytes', value: process.memoryUsage.rss() },
  { name: 'process_start_time_seconds', value: Math.round(performance.timeOrigin / 1000) },
];

/** Compared as digests, so that neither length nor content shows in the time it takes. */
function maySee({ headers }: FastifyRequest, token: string): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(sent), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function refuse(reply: FastifyReply): FastifyReply {
  const detail = 'Send the token of RUNSEAL_METRICS_TOKEN as "Authorization: Bearer …".';
  return reply.code(401).type('application/problem+json').send({
    type: 'urn:runseal:problem:unauthenticated',
    title: 'unauthenticated',
    status: 401,
    code: 'unauthenticated',
    detail,
  });
}
