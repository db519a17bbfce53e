/**
 * A model provider that follows a script: the OpenAI Responses and Chat Completions APIs, the Anthropic Messages API and
 * Gemini's on loopback, for tests that drive a real harness without a real model. It records every request, so a test can
 * assert what was offered and sent.
 */
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { chatChunks, chatCompletion } from './scripted-model/chat-completions.ts';
import { geminiAnswer, geminiError } from './scripted-model/gemini-api.ts';
import { messageEvents, messagesError } from './scripted-model/messages-api.ts';
import { readRequest, type RecordedRequest } from './scripted-model/request.ts';
import { completedEvent, failedEvent, openingEvents, outputItems } from './scripted-model/responses-api.ts';
import { USAGE, type Step } from './scripted-model/scenario.ts';

export * from './scripted-model/scenario.ts';
export { offeredTools, promptText, type OfferedTool, type RecordedRequest } from './scripted-model/request.ts';

export interface ScriptedModelOptions {
  readonly scenario: readonly Step[];
  /** Serve TLS with this key and certificate (PEM). */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Picks requests a CLI makes beside its turns, e.g. for a title: they get a word and take no step. */
  readonly aside?: (body: unknown) => boolean;
}

export interface ScriptedModel {
  /** e.g. `http://127.0.0.1:40001`. */
  readonly origin: string;
  /** Base URL with `/v1`, e.g. `http://127.0.0.1:40001/v1`. */
  readonly url: string;
  readonly port: number;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Only the requests for a completion. */
  readonly turns: readonly RecordedRequest[];
  /** Ends open streams too. */
  close(): Promise<void>;
}

export async function startScriptedModel({ scenario, tls, aside }: ScriptedModelOptions): Promise<ScriptedModel> {
  if (scenario.length === 0) throw new Error('A scripted model needs at least one step.');
  const requests: RecordedRequest[] = [];
  const turns: RecordedRequest[] = [];
  const nextId = counter();

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming);
    requests.push(request);
    const api = apiOf(request);
    if (api === 'models') {
      json(response, 200, { object: 'list', data: [] });
      return;
    }
    if (api === null) {
      json(response, 404, { error: { message: `No ${request.method} ${request.path} here.` } });
      return;
    }
    const beside = aside?.(request.body) === true;
    const step = beside ? ASIDE : scenario[Math.min(turns.length, scenario.length - 1)]!;
    if (!beside) turns.push(request);
    if (step.kind === 'status') {
      json(response, step.status, errorOf(api, step));
      return;
    }
    if (api === 'gemini') answerGemini(response, step, request, nextId);
    else if (api === 'messages') answerMessages(response, step, request.body, nextId);
    else if (api === 'chat') answerChat(response, step, request.body, nextId);
    else answerResponses(response, step, request.body, nextId);
  };

  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    handle(incoming, response).catch((error: unknown) => json(response, 500, { error: { message: String(error) } }));
  };
  const server = tls ? createHttps(tls, listener) : createHttp(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  return {
    origin,
    url: `${origin}/v1`,
    port,
    requests,
    turns,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Api = 'responses' | 'chat' | 'messages' | 'gemini';

function apiOf(request: RecordedRequest): Api | 'models' | null {
  const path = request.path.split('?')[0]!;
  if (request.method === 'POST' && /:(?:generateContent|streamGenerateContent)$/.test(path)) return 'gemini';
  if (request.method === 'POST' && path.endsWith('/responses')) return 'responses';
  if (request.method === 'POST' && path.endsWith('/chat/completions')) return 'chat';
  if (request.method === 'POST' && path.endsWith('/messages')) return 'messages';
  return request.method === 'GET' && path.endsWith('/models') ? 'models' : null;
}

const ASIDE: Step = { kind: 'answer', items: [{ kind: 'message', text: 'aside' }], usage: USAGE };

function errorOf(api: Api, { status, message, type, code }: Extract<Step, { kind: 'status' }>): unknown {
  if (api === 'messages') return messagesError(type, message);
  return api === 'gemini'
    ? geminiError(status, code.toUpperCase(), message)
    : { error: { message, type, code, param: null } };
}

type StreamStep = Exclude<Step, { kind: 'status' }>;

function answerResponses(
  response: ServerResponse,
  step: StreamStep,
  body: unknown,
  nextId: (prefix: string) => string,
): void {
  const id = nextId('resp');
  const model = (body as { model?: unknown } | null)?.model;
  const items = 'items' in step ? outputItems(step.items, body, nextId) : [];
  openStream(response);
  for (const event of openingEvents(items, id, model)) send(response, event);
  if (step.kind === 'hang') return;
  if (step.kind === 'cut') {
    tearDown(response);
    return;
  }
  if (step.kind === 'failed') send(response, failedEvent(id, step.code, step.message));
  else send(response, completedEvent(items, id, model, step.usage));
  response.end();
}

function answerChat(
  response: ServerResponse,
  step: StreamStep,
  body: unknown,
  nextId: (prefix: string) => string,
): void {
  if (step.kind === 'failed') {
    json(response, 500, { error: { message: step.message, code: step.code } });
    return;
  }
  const streamed = (body as { stream?: unknown } | null)?.stream === true;
  if (step.kind === 'answer' && !streamed) {
    json(response, 200, chatCompletion(step.items, step.usage, body, nextId));
    return;
  }
  openStream(response);
  if (step.kind === 'hang') return;
  const chunks = chatChunks(step.items, step.kind === 'answer' ? step.usage : USAGE, body, nextId);
  if (step.kind === 'cut') {
    response.write(`data: ${JSON.stringify(chunks[0])}\n\n`);
    tearDown(response);
    return;
  }
  for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  response.end('data: [DONE]\n\n');
}

function answerMessages(
  response: ServerResponse,
  step: StreamStep,
  body: unknown,
  nextId: (prefix: string) => string,
): void {
  if (step.kind === 'failed') {
    json(response, 500, messagesError('api_error', step.message));
    return;
  }
  openStream(response);
  const items = 'items' in step ? step.items : [];
  const events = messageEvents(items, step.kind === 'answer' ? step.usage : USAGE, body, nextId);
  if (step.kind === 'answer') {
    for (const event of events) send(response, event);
    response.end();
    return;
  }
  send(response, events[0]!);
  if (step.kind === 'cut') tearDown(response);
}

function answerGemini(
  response: ServerResponse,
  step: StreamStep,
  { path, body }: RecordedRequest,
  nextId: (prefix: string) => string,
): void {
  if (step.kind === 'failed') {
    json(response, 500, geminiError(500, 'INTERNAL', step.message));
    return;
  }
  const items = 'items' in step ? step.items : [];
  const whole = geminiAnswer(items, step.kind === 'answer' ? step.usage : USAGE, body, nextId);
  if (step.kind === 'answer' && !path.includes(':stream')) {
    json(response, 200, whole);
    return;
  }
  openStream(response);
  if (step.kind === 'answer') response.end(`data: ${JSON.stringify(whole)}\r\n\r\n`);
  else if (step.kind === 'cut') {
    response.write(`data: ${JSON.stringify(whole).slice(0, -20)}`);
    tearDown(response);
  }
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
}

const send = (response: ServerResponse, event: { readonly type: string }): void => {
  response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
};

/** Written bytes leave first, so that the client sees a stream that began and broke. */
const tearDown = (response: ServerResponse): void => {
  setImmediate(() => response.destroy());
};

function json(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function counter(): (prefix: string) => string {
  let count = 0;
  return (prefix) => `${prefix}_${String(++count).padStart(6, '0')}`;
}
