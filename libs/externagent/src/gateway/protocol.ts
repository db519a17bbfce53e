/** What the gateway must know of a provider's protocol: where calls go, how they are paid, refused and counted. */
import type { Fields } from '../frames/fields.ts';
import type { AnswerNotes } from './answer-notes.ts';

export type { Fields };

export type GatewayProtocol = 'openai-responses' | 'openai-chat' | 'anthropic-messages' | 'gemini';

/** Where one call goes behind the provider's base address. */
export interface Route {
  readonly path: string;
  /** The model, where the path names it; else the body does. */
  readonly model: string | null;
  /** Query parameters that are passed on; all others are dropped. */
  readonly query: readonly string[];
}

/** Why the gateway itself answers a call. */
export type Fault =
  | 'unauthorized'
  | 'unknown_path'
  | 'invalid_request'
  | 'too_large'
  | 'crowded'
  | 'model_not_allowed'
  | 'budget_exceeded'
  | 'episode_over'
  | 'provider_unreachable';

export interface Protocol {
  readonly name: GatewayProtocol;
  /** null when `path` (without query) is none of this protocol's. */
  route(path: string): Route | null;
  /** Headers that carry the provider's key. */
  keyHeaders(key: string): Readonly<Record<string, string>>;
  /** An answer the protocol's clients understand as that error, and do not retry for ever. */
  faultAnswer(fault: Fault, message: string): { readonly status: number; readonly body: Fields };
  /** Reads one message of a provider's answer: an event of its stream, or all of an answer that is not streamed. */
  note(message: Fields, notes: AnswerNotes): void;
}

/** HTTP status of a fault, where a protocol has no reason to use another one. */
export const FAULT_STATUS: Readonly<Record<Fault, number>> = {
  unauthorized: 401,
  unknown_path: 404,
  invalid_request: 400,
  too_large: 413,
  crowded: 503,
  model_not_allowed: 403,
  budget_exceeded: 403,
  episode_over: 503,
  provider_unreachable: 502,
};
