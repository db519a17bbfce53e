import type { FastifyReply } from 'fastify';

/** Aborted when whoever asked is gone before the answer was sent: nobody works on for nobody. */
export function whileAwaited({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort();
  });
  return gone.signal;
}

/** Resolves once the answer was sent, or whoever asked is gone. */
export const untilSent = ({ raw }: FastifyReply): Promise<void> =>
  new Promise((resolve) => raw.once('close', () => resolve()));
