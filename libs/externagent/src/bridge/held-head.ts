import type { ServerResponse } from 'node:http';

/** Longest that the head of an answer waits for what follows it, milliseconds: a client must not take us for dead. */
const HEAD_MS = 25;

/**
 * Holds what is written of an answer until it is ended or let go, so that head and body leave as one piece: the head alone
 * would wake the client, and whoever stands between, for nothing. Answers what lets it go, which may be called more than once.
 */
export function holdHead(response: ServerResponse): () => void {
  const { socket } = response;
  if (socket === null) return () => undefined;
  socket.cork();
  let held = true;
  const letGo = (): void => {
    clearTimeout(timer);
    if (held) socket.uncork();
    held = false;
  };
  const timer = setTimeout(letGo, HEAD_MS);
  // Before the next answer on this connection begins.
  response.once('close', letGo);
  return letGo;
}
