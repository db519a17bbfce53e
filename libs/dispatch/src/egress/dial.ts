import net from 'node:net';
import type { Judgement } from './judge.ts';

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
      socket.setTimeout(0);
      resolve(socket);
    });
  });

/** The first that answers; null when none does. For a program that is gone nobody is dialled. */
export async function dialAny(
  dial: Dial,
  { addresses, port }: Pick<Judgement, 'addresses' | 'port'>,
  program: { readonly destroyed: boolean },
): Promise<net.Socket | null> {
  for (const address of addresses.slice(0, MOST_TRIES)) {
    if (program.destroyed) return null;
    const socket = await dial(address, port).catch(() => null);
    if (socket !== null) return socket;
  }
  return null;
}
