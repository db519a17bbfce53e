import { once } from 'node:events';
import net from 'node:net';
import type { Reach } from '../sandbox.ts';
import { join } from './join.ts';

export interface Forwarder {
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 512;

/** Passes every connection that a listening socket takes on to one target, or to who takes it, and to nobody else. */
export function forwardFrom(server: net.Server, { target, accept }: Omit<Reach, 'port'>): Forwarder {
  const open = new Set<net.Socket>();
  const hold = (end: net.Socket): net.Socket => {
    open.add(end);
    // A program that is gone resets its connections: whoever has not looked yet, or looks no more, must not fall over it.
    return end.on('error', () => undefined).on('close', () => open.delete(end));
  };
  const dial = (near: net.Socket): void =>
    join(near, hold(net.connect({ host: target.host, port: target.port, allowHalfOpen: true, noDelay: true })));
  // An answer in two pieces would wait for the acknowledgement of its first, which a client may hold back for 40 ms. A client may
  // say that it has said all, and still listen.
  Object.assign(server, { noDelay: true, allowHalfOpen: true, maxConnections: MAX_CONNECTIONS });
  // A connection that could not be taken is that program's loss.
  server.on('error', () => undefined);
  server.on('connection', (near) => (accept ?? dial)(hold(near)));
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const end of open) end.destroy();
      await closed;
    },
  };
}
