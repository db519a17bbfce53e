import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { CliError, EXIT } from '../errors.ts';
import { systemCode } from '../files/read.ts';
import type { HttpAnswer, Witness } from './witness.ts';

export interface Serving {
  /** With the port it really has. */
  readonly url: string;
  close(): Promise<void>;
}

/** Far above any head with its proof. */
const LONGEST_BODY = 64 * 1024;
const TEXT = 'text/plain; charset=utf-8';

/** Answers for the witness over HTTP. */
export async function serveWitness(witness: Witness, host: string, port: number): Promise<Serving> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    void answerTo(request, witness).then(
      (answer) => send(response, answer),
      // What is not on disk was not said: the client asks again.
      () => send(response, { status: 500, type: TEXT, body: 'the witness could not keep its state\n' }),
    );
  });
  server.maxConnections = 256;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new CliError('listen_failed', `The witness cannot listen on ${host}:${port} (${systemCode(cause)}).`, {
          exitCode: EXIT.unreadable,
          cause,
        }),
      ),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerTo(request: IncomingMessage, witness: Witness): Promise<HttpAnswer> {
  const path = new URL(request.url ?? '/', 'http://witness').pathname;
  if (path === '/add-checkpoint') {
    if (request.method !== 'POST') return { status: 405, type: TEXT, body: 'POST a checkpoint\n' };
    const body = await bodyOf(request);
    return body === null
      ? { status: 413, type: TEXT, body: 'the request is too long, or not text\n' }
      : witness.addCheckpoint(body);
  }
  const hash = /^\/([0-9a-f]{64})\/checkpoint$/u.exec(path)?.[1];
  const known = hash === undefined || request.method !== 'GET' ? null : witness.checkpoint(hash);
  return known ?? { status: 404, type: TEXT, body: 'not found\n' };
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > LONGEST_BODY) return null;
    parts.push(part);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts));
  } catch {
    return null;
  }
}

function send(response: ServerResponse, { status, type, body }: HttpAnswer): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
