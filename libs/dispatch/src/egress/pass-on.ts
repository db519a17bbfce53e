import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Decided } from './desk.ts';
import { dialAny, type Dial } from './dial.ts';

export interface PassOnOptions {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly decided: Decided;
  readonly dial: Dial;
}

/** One plain request over a connection of its own. Resolves when it is over and its end on the record. Never rejects. */
export async function passOn({ request, response, url, decided, dial }: PassOnOptions): Promise<void> {
  const far = await dialAny(dial, decided, response);
  if (far === null) {
    response.writeHead(502, { connection: 'close' }).end();
    await decided.ended({ outcome: 'unreachable', sent: 0, received: 0 });
    return;
  }
  const closed = new Promise((resolve) => far.once('close', resolve));
  response.once('close', () => far.destroy());
  if (response.destroyed) far.destroy();
  else send({ request, response, url, decided, far });
  await closed;
  await decided.ended({ outcome: 'closed', sent: far.bytesWritten, received: far.bytesRead });
}

function send({ request, response, url, decided, far }: Omit<PassOnOptions, 'dial'> & { far: Socket }): void {
  const outgoing = httpRequest(
    {
      createConnection: () => far,
      method: request.method ?? 'GET',
      path: `${url.pathname}${url.search}`,
      headers: headersOf(request, decided),
    },
    (answer) => {
      const { statusCode = 0 } = answer;
      if (statusCode < LEAST_STATUS) {
        outgoing.destroy();
        return;
      }
      response.writeHead(statusCode, without(answer.headers));
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    },
  );
  outgoing.on('error', () => response.destroy());
  // A switch of protocols, or a status that is none: the request ends without an answer and without an error.
  outgoing.once('close', () => (response.headersSent ? undefined : response.destroy()));
  request.pipe(outgoing);
}

/** The host that was judged is the host that is asked for, whatever the program wrote beside it. */
function headersOf({ headers }: IncomingMessage, { host, port }: Decided): OutgoingHttpHeaders {
  return { ...without(headers), host: port === 80 ? host : `${host}:${port}`, connection: 'close' };
}

/** Below it an answer is provisional, or says a number that HTTP does not have (RFC 9110 15). */
const LEAST_STATUS = 200;

/** Of this hop only (RFC 9110 7.6.1), or the proxy's own. */
const HOP = ['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade'];

/** Without them the body of a GET would be a request of its own to whoever reads it. */
const FRAMING = ['content-length', 'transfer-encoding'];

function without(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP, ...named.filter((name) => !FRAMING.includes(name))]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}
