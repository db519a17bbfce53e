import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often a closing server lets go of connections that went idle. Milliseconds. */
const SWEEP_MS = 100;
/** How long requests in flight may take before a closing server cuts them. Milliseconds. */
const PATIENCE_MS = 10_000;

export interface LettingGo {
  /** From now on nothing idle is kept, and after some patience nothing at all. Call `done` once the server is closed. */
  begin(): { done(): void };
}

/**
 * Node closes idle connections once, when the server closes. A connection that goes idle later, or one on which a client
 * never asked anything (clients open such ones in advance), would hold a closing server up for as long as they like.
 */
export function lettingGo(server: Server): LettingGo {
  const silent = new Set<Socket>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    if (closing) {
      socket.destroy();
      return;
    }
    silent.add(socket);
    socket.on('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return {
    begin() {
      closing = true;
      for (const socket of silent) socket.destroy();
      const idle = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const patience = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
      return {
        done() {
          clearInterval(idle);
          clearTimeout(patience);
        },
      };
    },
  };
}
