/** The Model port: one turn of a conversation. The loop owns the conversation; a model only answers it. */
import type { UsagePayload } from '@runseal/spine';
import type { Tool } from '@runseal/dispatch';

export type Message =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly text: string };

/** One tool call a model asks for. */
export interface ToolCall {
  readonly id: string;
  readonly tool: string;
  readonly args:
    | { readonly ok: true; readonly value: unknown }
    | { readonly ok: false; readonly raw: string; readonly detail: string };
}

export interface Answer {
  readonly text: string;
  /** Empty when the model is done. */
  readonly calls: readonly ToolCall[];
  /** null when the provider did not say. Missing is not zero. */
  readonly usage: UsagePayload | null;
  /** The provider's answer, byte for byte; null when there is no provider. */
  readonly raw: Uint8Array | null;
}

export interface Turn {
  /** Exactly the bytes that will be sent; null when nothing is sent to anybody (then nothing is recorded). */
  readonly request: Uint8Array | null;
  /** Whether the model was asked the same by what was sent another time. Absent: when the bytes are equal. */
  asksTheSame?(earlier: Uint8Array): boolean;
  /** Throws ModelError. */
  answer(signal: AbortSignal): Promise<Answer>;
}

export interface Model {
  /** As it goes on the record. */
  readonly name: string;
  /** Where requests go, without credentials; '' when nothing is sent. */
  readonly endpoint: string;
  turn(messages: readonly Message[], tools: readonly Tool[]): Turn;
  /** Reads an answer from its recorded bytes; absent where nothing is ever sent. Throws ModelError. */
  reread?(raw: Uint8Array): Answer;
}

export type ModelErrorCode =
  | 'budget_exceeded'
  | 'model_unreachable'
  | 'model_refused'
  | 'model_rate_limited'
  | 'model_answer_invalid'
  | 'timed_out';

/** A model that did not answer. The message never holds a key. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  /** What the provider answered, where it answered at all. */
  readonly raw: Uint8Array | null;
  constructor(code: ModelErrorCode, message: string, options: { raw?: Uint8Array | null; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.raw = options.raw ?? null;
  }
}
