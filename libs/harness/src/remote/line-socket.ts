/** A socket that carries lines: bounded both ways, closed for good on the first thing that is not a line. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { HarnessError } from '../errors.ts';
import type { RemoteAddress } from './address.ts';
import { MAX_LINE_BYTES, type ToHarness } from './wire.ts';

export interface LineSocket {
  send(message: ToHarness): void;
  /** Each line without its LF. Ends with the connection; throws HarnessError `protocol_violation` for a line too long. */
  readonly lines: AsyncIterableIterator<Uint8Array>;
  close(): void;
}

/** Milliseconds for a connection to stand. */
const CONNECT_MS = 5000;

/** Throws HarnessError `harness_unreachable`. */
export async function openLineSocket(address: RemoteAddress): Promise<LineSocket> {
  const socket = await open(address);
  // An error ends the iteration; without a listener it would end the process.
  socket.on('error', () => undefined);
  return {
    send(message) {
      socket.write(`${JSON.stringify(message)}\n`);
    },
    lines: linesOf(socket),
    close: () => socket.destroy(),
  };
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

async function* linesOf(socket: Socket): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
        yield new Uint8Array(rest.subarray(0, end));
        rest = rest.subarray(end + 1);
      }
      if (rest.length > MAX_LINE_BYTES)
        throw new HarnessError('protocol_violation', `The harness sent a line longer than ${MAX_LINE_BYTES} bytes.`);
    }
  } catch (error) {
    // A broken connection ends like a closed one: whether the turn was over is for the reader to say.
    if (error instanceof HarnessError) throw error;
  }
}
