/**
 * One MCP session: its own protocol server over its own transport, so that answers of two clients can never cross.
 */
import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation';
import type { Desk } from './desk.ts';
import { exchanges } from './exchange.ts';
import { InFlight } from './in-flight.ts';

export interface Session {
  readonly transport: StreamableHTTPServerTransport;
  readonly inFlight: InFlight;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly desk: Desk;
  readonly tools: ListToolsResult['tools'];
  readonly opened: (id: string, session: Session) => void;
  readonly closed: (id: string) => void;
  /** Milliseconds between progress notices to a client that asked for them. */
  readonly progressMs: number;
}

export async function openSession(options: SessionOptions): Promise<Session> {
  const inFlight = new InFlight();
  const { server: protocol, ...mcp } = buildServer();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => options.opened(id, session),
    onsessionclosed: (id) => options.closed(id),
  });
  const session: Session = { transport, inFlight, close: () => mcp.close() };

  protocol.setRequestHandler(ListToolsRequestSchema, () => ({ tools: options.tools }));
  protocol.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const exchange = exchanges.getStore();
    if (exchange === undefined) throw new Error('A tool call arrived outside of an HTTP exchange.');
    const signal = inFlight.hold(extra.requestId);
    const fault = exchange.taken(params.name);
    exchange.calls.add(extra.requestId);
    // Aborted once the protocol will send no answer: the call was cancelled, or its session ended. The stream may end well all the same.
    const unanswered = extra.signal;
    const progress = keepProgressing(
      params._meta?.progressToken,
      (notice) => {
        exchange.answering();
        return extra.sendNotification(notice);
      },
      options.progressMs,
    );
    try {
      return await options.desk.handle({
        tool: params.name,
        args: exchange.argumentsOf(extra.requestId),
        harnessCallId: harnessCallId(params._meta),
        fault,
        signal,
        delivered: exchange.delivered.then((out) => out && !unanswered.aborted),
        abandoned: exchange.abandoned,
      });
    } finally {
      clearInterval(progress);
      exchange.answering();
      inFlight.release(extra.requestId);
      exchange.calls.delete(extra.requestId);
      // A cancelled call gets no answer, so nothing else would end its stream; others of its batch still get theirs.
      setImmediate(() => {
        if (exchange.calls.size === 0) transport.closeSSEStream(extra.requestId);
      });
    }
  });

  await mcp.connect(transport);
  return session;
}

function buildServer() {
  const mcp = new McpServer(
    { name: 'runseal', version: '0.1.0' },
    { capabilities: { tools: {} }, jsonSchemaValidator: NOTHING_TO_VALIDATE },
  );
  return {
    server: mcp.server,
    connect: (transport: Transport) => mcp.connect(transport),
    close: () => mcp.close(),
  };
}

/** It validates what a client answers to a form. We send none, and making the SDK's own takes longer than a call of a tool. */
const NOTHING_TO_VALIDATE: jsonSchemaValidator = {
  getValidator() {
    throw new Error('The bridge asks no client for anything.');
  },
};

/** The harness's own id for the call, under the names known CLIs send it by. */
function harnessCallId(meta: Record<string, unknown> | undefined): string | null {
  const id = meta?.['callId'] ?? meta?.['claudecode/toolUseId'];
  return typeof id === 'string' && id !== '' && id.length <= 256 && id.isWellFormed() ? id : null;
}

type Notice = { method: 'notifications/progress'; params: { progressToken: string | number; progress: number } };

/** Longest progress token that is sent back again and again, in UTF-16 units. */
const MAX_TOKEN = 256;

function keepProgressing(token: string | number | undefined, send: (notice: Notice) => Promise<void>, everyMs: number) {
  if (token === undefined || (typeof token === 'string' && token.length > MAX_TOKEN)) return undefined;
  let progress = 0;
  return setInterval(() => {
    progress += 1;
    // A client that is gone gets no progress; its call goes on all the same.
    send({ method: 'notifications/progress', params: { progressToken: token, progress } }).catch(() => undefined);
  }, everyMs);
}
