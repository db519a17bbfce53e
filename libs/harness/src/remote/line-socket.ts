/** A connection to a remote harness, which carries lines. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { HarnessError } from '../errors.ts';
import type { RemoteAddress } from './address.ts';
import { carryLines, type Lines } from './lines.ts';
import type { ToHarness } from './wire.ts';

export type LineSocket = Lines<ToHarness>;

/** Milliseconds for a connection to stand. */
const CONNECT_MS = 5000;

/** Throws HarnessError `harness_unreachable`. */
export async function openLineSocket(address: RemoteAddress): Promise<LineSocket> {
  return carryLines(await open(address), 'The harness');
}

function open(address: RemoteAddress): Promise<Socket> {
  const { host, port, tls, text } = address;
  return new Promise((resolve, reject) => {
    const socket = tls ? connectTls(securely(address)) : connectTcp({ host, port });
    // Without its cause: a refused connection further down would be read as the database being away.
    const fail = (why: string): void => {
      socket.destroy();
      reject(new HarnessError('harness_unreachable', `The harness at ${text} cannot be reached: ${why}`));
    };
    const timer = setTimeout(() => fail(`no connection within ${CONNECT_MS} ms.`), CONNECT_MS);
    socket.once('error', (error: Error) => {
      clearTimeout(timer);
      fail(`${error.message}.`);
    });
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      socket.setKeepAlive(true, 15_000);
      socket.setNoDelay(true);
      resolve(socket);
    });
  });
}

/** The certificate is checked whatever the environment says, and against the name or address we were told to call. */
function securely({ host, port, ca }: RemoteAddress): ConnectionOptions {
  return {
    host,
    port,
    rejectUnauthorized: true,
    // A server name is a name: of an address, the certificate has to name the address itself.
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
  };
}
