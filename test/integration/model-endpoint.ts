import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in for a provider: answers each chat completion with the number of messages it was sent, in pieces where asked to. */
export interface ModelEndpoint {
  readonly baseUrl: string;
  /** Bodies of all requests so far. */
  readonly requests: readonly ModelRequest[];
  close(): Promise<void>;
}

interface ModelRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly content: string }[];
}

/** @param between what has to come to pass before the second piece of an answer is sent */
export async function startModel(between: () => Promise<void> = () => Promise.resolve()): Promise<ModelEndpoint> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest;
      requests.push(body);
      if (body.stream === true) {
        void inPieces(response, body.messages.length, between);
        return;
      }
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          choices: [{ message: { role: 'assistant', content: `answer to ${body.messages.length}` } }],
          usage: { prompt_tokens: 1, completion_tokens: 1 },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function inPieces(response: ServerResponse, count: number, between: () => Promise<void>): Promise<void> {
  const say = (fields: object): unknown => response.write(`data: ${JSON.stringify(fields)}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  say({ choices: [{ delta: { role: 'assistant', content: 'answer ' }, finish_reason: null }] });
  await between();
  say({ choices: [{ delta: { content: `to ${count}` }, finish_reason: 'stop' }] });
  say({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } });
  response.end('data: [DONE]\n\n');
}
