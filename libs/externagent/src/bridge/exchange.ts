/** One HTTP exchange that carries JSON-RPC, as the handler of a tool call needs to know it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { CONFORMANCE_TOOL } from './conformance.ts';
import { holdHead } from './held-head.ts';
import type { TurnedAway } from './turned-away.ts';

/** Arguments that cannot be read without altering them. */
export interface ArgumentsFault {
  readonly detail: string;
  /** The request as it was received; null where another call of its batch has it. */
  readonly raw: string | null;
}

export interface Exchange {
  /** A call has come as far as the desk. What was received goes with the first that is recorded: it is the same for all of a batch. */
  taken(tool: string): ArgumentsFault | null;
  /** The arguments of the call with this JSON-RPC id, as parsed from the body: no schema has touched them. */
  argumentsOf(id: string | number): unknown;
  /** Resolves when the answer is out: true when all of it was handed to a connection that was still open. */
  readonly delivered: Promise<boolean>;
  /** Aborted when the connection is gone before the answer is out. */
  readonly abandoned: AbortSignal;
  /** Calls of this exchange that have not ended. */
  readonly calls: Set<string | number>;
  /** Something of the answer is about to be written: it leaves at the end of this turn of the loop. */
  answering(): void;
}

/** Carries the exchange through the protocol layer, which knows nothing of it. */
export const exchanges = new AsyncLocalStorage<Exchange>();

export function openExchange(
  body: unknown,
  fault: ArgumentsFault | null,
  response: ServerResponse,
  turnedAway: TurnedAway,
): Exchange {
  const messages = messagesOf(body);
  let next = fault;
  const abandoned = new AbortController();
  const letGo = holdHead(response);
  return {
    taken(tool) {
      turnedAway.taken();
      const told = next;
      if (fault !== null && tool !== CONFORMANCE_TOOL)
        next = { detail: 'Another call of this batch cannot be read one way only.', raw: null };
      return told;
    },
    calls: new Set(),
    abandoned: abandoned.signal,
    answering: () => void setImmediate(letGo),
    argumentsOf(id) {
      const params = messages.find((message) => message['id'] === id)?.['params'];
      return isRecord(params) ? params['arguments'] : undefined;
    },
    delivered: new Promise((resolve) => {
      // `close` comes last, whether the response was finished or its socket died.
      response.once('close', () => {
        if (!response.writableFinished) abandoned.abort();
        resolve(response.writableFinished);
      });
    }),
  };
}

/** The JSON-RPC messages of a body, batch or not. */
export function messagesOf(body: unknown): Record<string, unknown>[] {
  return (Array.isArray(body) ? (body as unknown[]) : [body]).filter(isRecord);
}

/**
 * The body as the protocol is given it: calls without their arguments. Its schema would refuse some of those by itself, and what it
 * refuses is not on the record; what is wrong with them is for the waist to say.
 */
export function withoutArguments(body: unknown): unknown {
  if (Array.isArray(body)) return (body as unknown[]).map(withoutArguments);
  if (!isToolCall(body) || !isRecord(body['params'])) return body;
  const { arguments: _, ...params } = body['params'];
  return { ...body, params };
}

export const isToolCall = (message: unknown): message is Record<string, unknown> =>
  isRecord(message) && message['method'] === 'tools/call';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
