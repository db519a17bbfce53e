/** A model provider on loopback that says what it is told to: for trying a CLI, never for driving it. */
import { createServer } from 'node:http';
import { isFields, type Fields } from '../../frames/fields.ts';
import { listen, shut } from '../../gateway/listen.ts';
import type { Speech, Tongue } from './speech.ts';

export interface ScriptedProvider {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Bodies of all turns so far. */
  readonly turns: readonly Fields[];
  /** Everything it was ever sent, as text, each with its method and path: turns and whatever else. */
  readonly heard: readonly string[];
  close(): Promise<void>;
}

export interface Said {
  readonly speech: Speech;
  readonly namespace: string | null;
}

/** `say` answers a turn, given its number (from 0) and what was asked. */
export async function startScriptedProvider(
  tongue: Tongue,
  say: (turn: number, body: Fields) => Said,
): Promise<ScriptedProvider> {
  const turns: Fields[] = [];
  const heard: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      heard.push(`${request.method ?? ''} ${request.url ?? ''}\n${text}`);
      const body = bodyOf(text);
      if (request.method !== 'POST' || body === null || !pathOf(request.url).endsWith(tongue.path)) {
        response.writeHead(404).end();
        return;
      }
      const number = turns.push(body) - 1;
      const { speech, namespace } = say(number, body);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(tongue.stream(speech, number, namespace));
    });
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, turns, heard, close: () => shut(server) };
}

const pathOf = (url = ''): string => url.split('?')[0]!;

function bodyOf(text: string): Fields | null {
  try {
    const body = JSON.parse(text) as unknown;
    return isFields(body) ? body : null;
  } catch {
    return null;
  }
}
