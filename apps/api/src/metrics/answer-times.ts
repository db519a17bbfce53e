import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram } from './histogram.ts';
import type { Sample } from './metric.ts';

/**
 * How long it takes until an answer begins, by route as it is declared, method and class of status. How long a client takes to read it
 * is not in it, and neither are event streams, which begin at once and last as long as there is something to tell.
 */
export function answerTimes(server: FastifyInstance): () => readonly Sample[] {
  const times = new Map<string, Sample & { readonly value: Histogram }>();
  server.addHook('onSend', (request, reply, payload, done) => {
    const labels = { ...placeOf(request), class: `${Math.floor(reply.statusCode / 100)}xx` };
    const key = Object.values(labels).join(' ');
    const known = times.get(key) ?? { name: 'runseal_http_answer_seconds', labels, value: new Histogram() };
    known.value.add(reply.elapsedTime / 1000);
    times.set(key, known);
    done(null, payload);
  });
  return () => [...times.values()];
}

/** Of what no route was found for, neither the address nor the method is told: there is no end of them. */
function placeOf({ method, routeOptions }: FastifyRequest): { method: string; route: string } {
  const route = routeOptions.url;
  return route === undefined ? { method: 'none', route: 'none' } : { method, route };
}
