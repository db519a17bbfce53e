/** One HTTP exchange that carries JSON-RPC, as the handler of a tool call needs to know it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { holdHead } from './held-head.ts';

/** Arguments that cannot be read without altering them. */
export interface ArgumentsFault {
  readonly detail: string;
  /** The request as it was received. */
  readonly raw: string;
}

export interface Exchange {
  readonly fault: ArgumentsFault | null;
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

export function openExchange(body: unknown, fault: ArgumentsFault | null, response: ServerResponse): Exchange {
  const messages = messagesOf(body);
  const abandoned = new AbortController();
  const letGo = holdHead(response);
  return {
    fault,
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

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
