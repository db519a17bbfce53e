import { once } from 'node:events';
import net from 'node:net';
import type { Reach } from '../sandbox.ts';
import { join } from './join.ts';

export interface Forwarder {
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 512;

/** Listens on a unix socket and passes every connection on to one target, or to who takes it, and to nobody else. */
export async function forwardTo({ target, accept }: Omit<Reach, 'port'>, socket: string): Promise<Forwarder> {
  const open = new Set<net.Socket>();
  const hold = (end: net.Socket): net.Socket => {
    open.add(end);
    return end.on('close', () => open.delete(end));
  };
  const dial = (near: net.Socket): void =>
    join(near, hold(net.connect({ host: target.host, port: target.port, allowHalfOpen: true, noDelay: true })));
  const server = net.createServer({ allowHalfOpen: true }, (near) => (accept ?? dial)(hold(near)));
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(socket);
  await once(server, 'listening');
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const end of open) end.destroy();
      await closed;
    },
  };
}
