/** Stands in for a provider while Gemini CLI is examined: notes which tools a model is offered, and says one word. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isFields } from '../../frames/fields.ts';

export interface Listener {
  readonly port: number;
  /** Names of the tools of each request for an answer. */
  readonly offers: readonly (readonly string[])[];
  close(): Promise<void>;
}

/** Longest request that is read, bytes. */
const MAX_BODY = 8 * 1024 * 1024;

export async function listenForOffers(): Promise<Listener> {
  const offers: string[][] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.length > MAX_BODY) request.destroy();
    });
    request.on('error', () => undefined);
    request.on('end', () => {
      const asked = /:(?:stream)?generateContent\b/i.test(request.url ?? '');
      if (asked) offers.push(toolsIn(text));
      response.writeHead(asked ? 200 : 404, { 'content-type': asked ? 'text/event-stream' : 'application/json' });
      response.end(asked ? `data: ${JSON.stringify(ANSWER)}\r\n\r\n` : '{}');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    offers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const ANSWER = {
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
};

/** What cannot be read counts as a tool: nobody knows what it is. */
export function toolsIn(text: string): string[] {
  try {
    const body: unknown = JSON.parse(text);
    const tools = isFields(body) ? body['tools'] : null;
    if (tools === undefined) return [];
    return (tools as unknown[]).flatMap((tool) => {
      const named = isFields(tool) ? tool['functionDeclarations'] : null;
      if (named === undefined) return isFields(tool) ? Object.keys(tool) : ['?'];
      return (named as { name: unknown }[]).map(({ name }) => String(name));
    });
  } catch {
    return ['?'];
  }
}
