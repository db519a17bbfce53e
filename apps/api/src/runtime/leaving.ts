import type { FastifyInstance } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';

/** A process that was asked to stop, and serves on until nobody sends it anything any more. */
export interface Leaving {
  /** From now on not ready; resolves after `ms`. */
  begin(ms: number): Promise<void>;
}

/**
 * Load balancers go on sending requests until they have seen that a process is not ready. /ready says so first (503 `stopping`),
 * everything else is answered as before, and only then the door is closed.
 */
export function leaving(server: FastifyInstance): Leaving {
  let asked = false;
  server.addHook('onRequest', async (request, reply) => {
    if (!asked || request.url.split('?', 1)[0] !== '/ready') return;
    await reply.code(503).type('application/problem+json').send({
      type: 'urn:runseal:problem:stopping',
      title: 'stopping',
      status: 503,
      code: 'stopping',
      detail: 'This process was asked to stop. Send nothing new; what is under way is finished.',
    });
  });
  return {
    async begin(ms) {
      asked = true;
      if (ms > 0) await pause(ms);
    },
  };
}
