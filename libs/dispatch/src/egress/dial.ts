import net from 'node:net';

/** Connects to an address that was checked. Rejects when nobody answers. */
export type Dial = (address: string, port: number) => Promise<net.Socket>;

const CONNECT_MS = 10_000;
const MOST_TRIES = 4;

export const dialByHost: Dial = (address, port) =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ host: address, port });
    socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('nobody answered in time')));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.setTimeout(0);
      resolve(socket);
    });
  });

/** The first that answers; null when none does. */
export async function dialAny(dial: Dial, addresses: readonly string[], port: number): Promise<net.Socket | null> {
  for (const address of addresses.slice(0, MOST_TRIES)) {
    const socket = await dial(address, port).catch(() => null);
    if (socket !== null) return socket;
  }
  return null;
}
