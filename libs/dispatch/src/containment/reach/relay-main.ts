/**
 * The program that listens inside a sandbox's network namespace. Arguments: pairs of port and unix socket. Says READY
 * once all ports accept connections, and ends when its stdin does, so it cannot outlive the process that started it.
 */
import net from 'node:net';
import { join } from './join.ts';

const MAX_CONNECTIONS = 512;
const RETRY_MS = 10;

const pairs = process.argv.slice(2);
const waiting = [];
for (let i = 0; i < pairs.length; i += 2) waiting.push(listen(Number(pairs[i]), pairs[i + 1] ?? ''));
process.stdin.on('end', () => process.exit(0)).resume();
await Promise.all(waiting);
process.stdout.write('READY\n');

/** Retries while the loopback of the namespace is not up yet; whoever started us sets the deadline. */
function listen(port: number, socket: string): Promise<void> {
  return new Promise((resolve) => {
    // An answer in two pieces would wait for the acknowledgement of its first, which a client may hold back for 40 ms.
    const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (near) =>
      join(near, net.connect({ path: socket, allowHalfOpen: true })),
    );
    server.maxConnections = MAX_CONNECTIONS;
    const attempt = (): unknown => server.listen(port, '127.0.0.1');
    server.on('error', () => setTimeout(attempt, RETRY_MS));
    server.on('listening', resolve);
    attempt();
  });
}
