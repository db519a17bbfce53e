import type { FastifyReply } from 'fastify';
import { whenGone } from '../route/when-gone.ts';

/** Aborted when whoever asked is gone before the answer was sent: nobody works on for nobody. */
export function whileAwaited({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  whenGone(raw, () => {
    if (!raw.writableEnded) gone.abort();
  });
  return gone.signal;
}

/** Resolves once the answer was sent, or whoever asked is gone. */
export const untilSent = ({ raw }: Pick<FastifyReply, 'raw'>): Promise<void> =>
  new Promise((resolve) => whenGone(raw, () => resolve()));
