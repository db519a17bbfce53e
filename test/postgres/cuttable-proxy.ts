import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * What becomes of the traffic: `pass` both ways; `lose-answers` the server gets the request, the client hears nothing
 * and then loses the connection; `hold-requests` the client loses the connection while its request is kept back.
 */
export type Weather = 'pass' | 'lose-answers' | 'hold-requests';

/** A client that stands still once it has sent this text: with its statement half said, or with its transaction open. */
export interface StandStill {
  readonly text: string;
  readonly where: 'in the statement' | 'after the statement';
}

export interface CuttableProxy {
  /** The given URL, through the proxy. */
  readonly url: string;
  weather: Weather;
  /** Set: the next client that sends the text stands still, its connections open. The others pass. */
  standStill: StandStill | null;
  /** Delivers the requests that were kept back, as a slow network would. Resolves when the server answered each. */
  release(): Promise<void>;
  /** Cuts every connection there is, all at once. */
  cut(): void;
  close(): Promise<void>;
}

/** ReadyForQuery, in a transaction (PostgreSQL protocol 3.0). */
const READY_IN_TRANSACTION = Buffer.from('Z\0\0\0\x05T', 'latin1');

/** A TCP proxy in front of Postgres that fails in the ways a network does. */
export async function cuttableProxy(url: string): Promise<CuttableProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const held: { server: Socket; bytes: Buffer[] }[] = [];
  const listener = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    const kept: Buffer[] = [];
    let stands: 'no' | 'soon' | 'still' = 'no';
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (bytes) => {
      if (stands === 'still') return;
      if (proxy.standStill !== null && bytes.includes(proxy.standStill.text)) {
        stands = proxy.standStill.where === 'in the statement' ? 'still' : 'soon';
        proxy.standStill = null;
      }
      if (proxy.weather !== 'hold-requests') return server.write(bytes);
      if (kept.push(bytes) === 1) held.push({ server, bytes: kept });
      client.destroy();
    });
    server.on('data', (bytes) => {
      if (stands === 'soon' && bytes.subarray(-READY_IN_TRANSACTION.length).equals(READY_IN_TRANSACTION))
        stands = 'still';
      if (proxy.weather === 'lose-answers') client.destroy();
      else if (!client.destroyed) client.write(bytes);
    });
    client.on('close', () => kept.length === 0 && server.end());
    server.on('close', () => client.destroy());
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const through = new URL(url);
  through.port = String(address.port);
  const proxy: CuttableProxy = {
    url: through.href,
    weather: 'pass',
    standStill: null,
    release: async () => {
      for (const { server, bytes } of held.splice(0)) {
        const answered = once(server, 'data');
        server.write(Buffer.concat(bytes));
        await answered;
        server.end();
      }
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      proxy.cut();
      listener.close();
      await once(listener, 'close');
    },
  };
  return proxy;
}
