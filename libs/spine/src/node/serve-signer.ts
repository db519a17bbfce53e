/** The signing process's side: a key behind a unix socket that only its owner can open. */
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { toHex } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import type { Signer } from '../keys.ts';
import { readSignable, type Signable } from './signable.ts';

export interface SignerServer {
  close(): Promise<void>;
}

const LONGEST_MESSAGE = 64 * 1024;

/**
 * Serves `GET /key` (hex) and `POST /sign` (message in, 64 bytes out) at `path`, mode 0600.
 *
 * @param signed told of each signature before it is answered; when it throws, nothing is signed
 * @throws SpineError `runseal.signer_socket_in_use` when another signer listens there
 */
export async function serveSigner(
  signer: Signer,
  path: string,
  signed: (what: Signable) => void,
): Promise<SignerServer> {
  await clearStale(path);
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    void answer(request, signer, signed)
      .catch(() => ({ status: 500, body: Buffer.from('the signature could not be made\n') }))
      .then(({ status, body }) => response.writeHead(status, { 'content-length': body.length }).end(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Nobody else may connect in the moment between the bind and the change of mode.
    const before = process.umask(0o177);
    server.listen(path, () => resolve());
    process.umask(before);
  });
  chmodSync(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  signer: Signer,
  signed: (what: Signable) => void,
): Promise<{ status: number; body: Uint8Array }> {
  if (request.method === 'GET' && request.url === '/key')
    return { status: 200, body: Buffer.from(toHex(signer.publicKey)) };
  if (request.method !== 'POST' || request.url !== '/sign')
    return { status: 404, body: Buffer.from('GET /key or POST /sign\n') };
  const message = await bodyOf(request);
  const what = message === null ? null : readSignable(message, signer.keyId);
  if (message === null || what === null)
    return { status: 422, body: Buffer.from('only seals of this key and heads of a ledger are signed\n') };
  const signature = await signer.sign(message);
  signed(what);
  return { status: 200, body: signature };
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > LONGEST_MESSAGE) return null;
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** A socket nobody listens at any more is in the way; anything else there is left alone. */
async function clearStale(path: string): Promise<void> {
  if (!(lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? false)) return;
  const alive = await new Promise<boolean>((resolve) => {
    const probe = connect(path, () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
  if (alive)
    throw new SpineError('runseal.signer_socket_in_use', `A signer listens at ${path} already. Stop it first.`);
  rmSync(path);
}
