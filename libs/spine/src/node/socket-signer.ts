/** A signer in another process, behind a unix socket, so that the process that seals never holds the key. */
import { request } from 'node:http';
import { fromHex } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import { keyIdOf, type Signer } from '../keys.ts';

export interface SocketSignerOptions {
  /** How long the signing process may take, ms. Default 5,000. */
  readonly timeoutMs?: number;
}

/**
 * The signer that listens at `path` (`runseal signer`). Whether it signs with the key it names is checked by whoever uses
 * what it signed. @throws SpineError `runseal.signer_unreachable`, `runseal.signer_refused`
 */
export async function socketSigner(path: string, { timeoutMs = 5_000 }: SocketSignerOptions = {}): Promise<Signer> {
  const named = Buffer.from(await ask({ path, method: 'GET', address: '/key', timeoutMs }))
    .toString('ascii')
    .trim();
  if (!/^[0-9a-f]{64}$/u.test(named))
    throw new SpineError('runseal.signer_refused', `What listens at ${path} does not name a public key.`);
  const publicKey = fromHex(named);
  return {
    keyId: keyIdOf(publicKey),
    publicKey,
    sign: (message) => ask({ path, method: 'POST', address: '/sign', body: message, timeoutMs }),
  };
}

interface Question {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly address: string;
  readonly body?: Uint8Array;
  readonly timeoutMs: number;
}

const LONGEST_ANSWER = 1024;

function ask({ path, method, address, body, timeoutMs }: Question): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const unreachable = (cause: unknown): void =>
      reject(
        new SpineError(
          'runseal.signer_unreachable',
          `The signer at ${path} does not answer. Start it (runseal signer), or check RUNSEAL_SIGNER_SOCKET.`,
          { cause },
        ),
      );
    const signal = AbortSignal.timeout(timeoutMs);
    const asked = request({ socketPath: path, method, path: address, agent: false, signal }, (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > LONGEST_ANSWER) response.destroy(new RangeError('the answer is too long'));
        else parts.push(part);
      });
      response.on('error', unreachable);
      response.on('end', () => {
        const answer = Buffer.concat(parts);
        if (response.statusCode === 200) resolve(new Uint8Array(answer));
        else
          reject(
            new SpineError(
              'runseal.signer_refused',
              `The signer at ${path} refused: ${answer.toString().slice(0, 200)}`,
            ),
          );
      });
    });
    asked.on('error', unreachable);
    asked.end(body);
  });
}
