/** One HTTP request at the bridge: through the gate, to its session, into the protocol. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StrictJson } from '@runseal/harness';
import { readBody } from './body.ts';
import {
  exchanges,
  isRecord,
  isToolCall,
  messagesOf,
  openExchange,
  withoutArguments,
  type ArgumentsFault,
} from './exchange.ts';
import { refuseAtGate, type Refusal } from './gate.ts';
import type { Room } from './room.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { TurnedAway } from './turned-away.ts';

type JsonFault = Extract<StrictJson, { ok: false }>;

export interface Serving {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly gate: { readonly port: number; readonly token: string; readonly closing: boolean };
  readonly sessions: Sessions;
  /** Exchanges whose answer is not out yet. */
  readonly answering: Set<Promise<boolean>>;
  readonly maxBodyBytes: number;
  readonly room: Room;
  readonly turnedAway: TurnedAway;
}

/** Never rejects. */
export async function serve(serving: Serving): Promise<void> {
  try {
    await route(serving);
  } catch {
    // Whatever broke, the bridge stays up for the next request and says nothing about its inside.
    refuse(serving.response, 500, -32603, 'The bridge could not handle this request.');
  }
}

async function route(serving: Serving): Promise<void> {
  const { request, response, gate } = serving;
  const barred = refuseAtGate(request, gate);
  const refusal = barred ?? refuseByState(request, gate);
  if (refusal !== null) {
    // What strangers ask for says nothing of the harness.
    if (barred === null && request.method === 'POST') serving.turnedAway.asked();
    refuse(response, refusal.status, -32000, refusal.message, refusal.headers);
  } else if (request.method === 'POST') await post(serving);
  else await other(serving);
}

const OVER: Refusal = { status: 503, message: 'The episode is over.' };

function refuseByState(request: IncomingMessage, gate: Serving['gate']): Refusal | null {
  if (gate.closing) return OVER;
  const version = request.headers['mcp-protocol-version'];
  const dated = version === undefined || /^\d{4}-\d{2}-\d{2}$/.test(String(version));
  return dated
    ? null
    : { status: 400, message: 'Malformed protocol version: a revision is a date such as 2025-06-18.' };
}

async function post(serving: Serving): Promise<void> {
  const { request, response, maxBodyBytes, room, turnedAway } = serving;
  const body = await readBody(request, maxBodyBytes, room);
  if (body.kind === 'too_large' || body.kind === 'crowded') turnedAway.asked();
  switch (body.kind) {
    case 'aborted':
      return;
    case 'too_large': {
      const message = `The body is longer than ${maxBodyBytes} bytes: send less at once.`;
      refuse(response, 413, -32600, message, { connection: 'close' });
      return;
    }
    case 'crowded':
      refuse(response, 503, -32000, 'Too much is being sent at once: wait for answers, and send again.');
      return;
    case 'read':
      if (body.json.ok) await deliver(serving, body.json.value, null);
      else await deliverFaulty(serving, body.bytes, body.json);
  }
}

/**
 * A tool call that cannot be read one way only is refused as a tool call, so that it is on the record. So is every call of a batch
 * that cannot; nothing else of it is done.
 */
async function deliverFaulty(serving: Serving, bytes: Uint8Array, { defect, detail }: JsonFault): Promise<void> {
  const raw = new TextDecoder().decode(bytes);
  const parsed: unknown = UNREADABLE.has(defect) ? undefined : JSON.parse(raw);
  const calls = messagesOf(parsed).filter(isToolCall);
  if (calls.length > 0) await deliver(serving, Array.isArray(parsed) ? calls : parsed, { detail, raw });
  else {
    serving.turnedAway.asked();
    refuse(serving.response, 400, -32700, detail);
  }
}

/** Defects of what cannot be taken for a message, or would take too long. */
const UNREADABLE: ReadonlySet<JsonFault['defect']> = new Set(['syntax', 'invalid_utf8', 'too_many_values']);

async function deliver(serving: Serving, body: unknown, fault: ArgumentsFault | null): Promise<void> {
  const { request, response, turnedAway } = serving;
  const messages = messagesOf(body);
  turnedAway.asked(messages.filter(isToolCall).length);
  if (Array.isArray(body) && body.length > MAX_BATCH) {
    refuse(response, 400, -32600, `A batch holds at most ${MAX_BATCH} messages: send less at once.`);
    return;
  }
  const session = await sessionFor(serving, messages);
  if (session === null) return;
  // A body may take its time; whoever closes waits for what is taken, and for nothing else.
  if (serving.gate.closing) {
    refuse(response, OVER.status, -32000, OVER.message);
    return;
  }
  const ids = messages.filter((message) => 'id' in message && 'method' in message).map((message) => message['id']);
  if (!session.inFlight.reserve(ids)) {
    refuse(response, 400, -32600, 'This id is already in use by a request that has not been answered.');
    return;
  }
  // A notice may come in one batch with what it cancels.
  cancelCalls(session, messages);
  const exchange = openExchange(body, fault, response, turnedAway);
  serving.answering.add(exchange.delivered);
  void exchange.delivered.then(() => {
    serving.answering.delete(exchange.delivered);
    for (const id of ids) session.inFlight.release(id);
  });
  await exchanges.run(exchange, () => session.transport.handleRequest(request, response, withoutArguments(body)));
}

/** Most messages of one batch: each may ask for all that is offered, and whoever does not read keeps the answers here. */
const MAX_BATCH = 64;

/** Only an explicit notice cancels a call. */
function cancelCalls(session: Session, messages: readonly Record<string, unknown>[]): void {
  for (const { method, params } of messages)
    if (method === 'notifications/cancelled' && isRecord(params)) session.inFlight.cancel(params['requestId']);
}

async function other(serving: Serving): Promise<void> {
  const session = await sessionFor(serving, []);
  if (session === null) return;
  await session.transport.handleRequest(serving.request, serving.response);
}

async function sessionFor(serving: Serving, messages: readonly Record<string, unknown>[]): Promise<Session | null> {
  const { request, response, sessions } = serving;
  const id = request.headers['mcp-session-id'];
  if (typeof id === 'string') {
    const session = sessions.find(id);
    if (session === null) refuse(response, 404, -32001, 'Session not found: initialize again.');
    return session;
  }
  if (!messages.some((message) => message['method'] === 'initialize')) {
    refuse(response, 400, -32000, 'Mcp-Session-Id header is required: initialize first.');
    return null;
  }
  const session = await sessions.open();
  if (session === null) refuse(response, 503, -32000, 'Too many sessions are busy: close one.');
  return session;
}

function refuse(
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}
