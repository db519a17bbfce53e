/** A model provider that answers as a test says, and remembers what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProviderRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface FakeProvider {
  readonly url: string;
  readonly requests: readonly ProviderRequest[];
  /** Connections so far, those that nothing was sent on included. */
  readonly connections: number;
  /** Hangs up on everybody. */
  hangUp(): void;
  close(): Promise<void>;
}

export type Answering = (response: ServerResponse, request: ProviderRequest) => unknown;

export async function startProvider(answer: Answering): Promise<FakeProvider> {
  const requests: ProviderRequest[] = [];
  let connections = 0;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = { path: incoming.url ?? '', headers: incoming.headers, body: Buffer.concat(chunks) };
      requests.push(request);
      answer(response, request);
    });
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get connections() {
      return connections;
    },
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Opens an event stream and sends these messages into it. */
export function stream(response: ServerResponse, ...messages: readonly unknown[]): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const message of messages) response.write(`data: ${JSON.stringify(message)}\n\n`);
}
