import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A model that says what a test tells it to say, when it tells it to. */
export interface SpeakingModel {
  /** Configuration of an installation whose `chat` asks this model. */
  readonly env: Record<string, string>;
  /** Says a piece of an answer, once somebody has asked. */
  say(text: string): Promise<void>;
  /** Ends the answer; the next question gets another. */
  end(): Promise<void>;
  close(): Promise<void>;
}

export async function startSpeakingModel(): Promise<SpeakingModel> {
  const asked = new Set<ServerResponse>();
  let heard: () => void = () => undefined;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.on('close', () => asked.delete(response));
      asked.add(response);
      heard();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answering = async (): Promise<ServerResponse> => {
    for (;;) {
      const [open] = asked;
      if (open !== undefined) return open;
      await new Promise<void>((resolve) => (heard = resolve));
    }
  };
  const send = async (fields: object): Promise<void> => {
    (await answering()).write(`data: ${JSON.stringify(fields)}\n\n`);
  };
  return {
    env: {
      RUNSEAL_CHAT_BASE_URL: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`,
      RUNSEAL_CHAT_API_KEY: 'k',
      RUNSEAL_CHAT_MODEL: 'm-1',
    },
    say: (text) => send({ choices: [{ delta: { content: text } }] }),
    async end() {
      await send({ choices: [{ delta: {}, finish_reason: 'stop' }] });
      const response = await answering();
      asked.delete(response);
      response.end('data: [DONE]\n\n');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
