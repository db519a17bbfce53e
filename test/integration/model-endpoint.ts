import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in for a provider: answers each chat completion with the number of messages it was sent. */
export interface ModelEndpoint {
  readonly baseUrl: string;
  /** Bodies of all requests so far. */
  readonly requests: readonly { readonly model: string; readonly messages: readonly { content: string }[] }[];
  close(): Promise<void>;
}

export async function startModel(): Promise<ModelEndpoint> {
  const requests: ModelEndpoint['requests'][number][] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ModelEndpoint['requests'][number];
      requests.push(body);
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
