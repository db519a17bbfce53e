import type { ServerResponse } from 'node:http';

/**
 * Tells once that nobody can get this answer any more, or that all of it was sent; at once where that is so already: a client may
 * be gone before anything is made ready for it. The socket tells it of an answer that waits behind another on its connection.
 */
export function whenGone(raw: ServerResponse, tell: () => void): void {
  const { socket } = raw.req;
  const gone = (): void => {
    raw.off('close', gone);
    socket.off('close', gone);
    tell();
  };
  raw.once('close', gone);
  socket.once('close', gone);
  if (raw.destroyed || socket.destroyed) gone();
}
