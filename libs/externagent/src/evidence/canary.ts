/** Two listeners that hear whether something got as far as they are: one that is lent to the sandbox, one that is not. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

export interface Canary {
  /** A port the sandbox may reach: what runs inside can tell of itself here. */
  readonly inside: number;
  /** A port of this machine that nothing in the sandbox may reach. */
  readonly outside: number;
  /** Whether the sign of this name was heard. */
  heard(at: 'inside' | 'outside', name: string): boolean;
  close(): Promise<void>;
}

/** What is said to a canary; it stands in planted files and commands. */
export const sign = (name: string): string => `runseal-canary-${name}.`;

/** Words of bash that say a sign, and wait until it was heard: what ends at once may take its way out with it. */
export const saySign = (name: string, port: number): string =>
  `exec 3<>/dev/tcp/127.0.0.1/${port} && echo ${sign(name)} >&3 && read -t 5 -u 3 _`;

/** The same, asked of a web server: what is on the way to a provider speaks HTTP. */
export const askSign = (name: string, port: number): string =>
  `exec 4<>/dev/tcp/127.0.0.1/${port} && printf 'GET /${sign(name)} HTTP/1.0\\r\\n\\r\\n' >&4 && read -t 5 -u 4 _`;

const MOST_BYTES = 1024;

export async function startCanary(): Promise<Canary> {
  const heard = { inside: [] as Buffer[], outside: [] as Buffer[] };
  const servers = [await listening(heard.inside), await listening(heard.outside)] as const;
  const [inside, outside] = servers.map((server) => (server.address() as AddressInfo).port) as [number, number];
  return {
    inside,
    outside,
    heard: (at, name) => heard[at].some((words) => words.includes(sign(name))),
    close: async () => {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function listening(heard: Buffer[]): Promise<Server> {
  const server = createServer((socket) => {
    let words = Buffer.alloc(0);
    const at = heard.push(words) - 1;
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      words = Buffer.concat([words, chunk]).subarray(0, MOST_BYTES);
      heard[at] = words;
      if (words.includes('\n')) socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
  });
  server.maxConnections = 128;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
