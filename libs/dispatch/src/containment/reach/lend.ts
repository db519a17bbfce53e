/**
 * Lends a sandbox single ports: this process holds the sockets that listen on 127.0.0.1 inside its network namespace, and takes
 * each connection itself or dials the target. The child can name no target; it can only use a port.
 */
import type { Reach } from '../sandbox.ts';
import { forwardFrom } from './forward.ts';
import { listenInside } from './listen-inside.ts';

export interface Lent {
  /** Ends every connection; nothing listens inside any more. Never rejects. */
  close(): Promise<void>;
}

/** Resolves once every port accepts connections inside. Throws `runseal.reach_unavailable`; nothing is left then. */
export async function lendReach(init: number, reach: readonly Reach[]): Promise<Lent | null> {
  if (reach.length === 0) return null;
  const sockets = await listenInside(
    init,
    reach.map(({ port }) => port),
  );
  const forwarders = reach.map(({ port, ...way }) => forwardFrom(sockets.get(port)!, way));
  return {
    async close() {
      await Promise.all(forwarders.map((forwarder) => forwarder.close()));
    },
  };
}
