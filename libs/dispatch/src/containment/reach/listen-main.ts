/**
 * The program that listens inside a sandbox's network namespace, hands its sockets to the process that started it, and is gone
 * before the sandboxed program begins. Arguments: ports of 127.0.0.1.
 */
import net from 'node:net';

const RETRY_MS = 10;

// Whoever started us has what was asked for, has given up, or is gone.
process.once('disconnect', () => process.exit(0));
for (const port of process.argv.slice(2).map(Number))
  void listening(port).then((server) => process.send?.({ port }, server));

/** Retries while the loopback of the namespace is not up yet; whoever started us sets the deadline. */
function listening(port: number): Promise<net.Server> {
  return new Promise((resolve) => {
    const server = net.createServer();
    const attempt = (): unknown => server.listen(port, '127.0.0.1');
    server.on('error', () => setTimeout(attempt, RETRY_MS));
    server.on('listening', () => resolve(server));
    attempt();
  });
}
