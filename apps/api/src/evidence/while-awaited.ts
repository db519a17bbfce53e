import type { FastifyReply } from 'fastify';
import { HeadAlone } from '../route/head-alone.ts';
import { whenGone } from '../route/when-gone.ts';

/**
 * Aborted when whoever asked is gone before the answer was sent: nobody works on for nobody. So it is from the first, with
 * {@link HeadAlone} as its reason, where nobody waits for more than the head.
 */
export function whileAwaited({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  if (raw.req.method === 'HEAD') return AbortSignal.abort(new HeadAlone());
  const gone = new AbortController();
  whenGone(raw, () => {
    if (!raw.writableEnded) gone.abort();
  });
  return gone.signal;
}

/** Resolves once the answer was sent, or whoever asked is gone. */
export const untilSent = ({ raw }: Pick<FastifyReply, 'raw'>): Promise<void> =>
  new Promise((resolve) => whenGone(raw, () => resolve()));
