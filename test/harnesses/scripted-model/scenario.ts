/** What a scripted model answers: a list of steps, one a request; the last one repeats. */

/** Arguments of a tool call, or how to find them in the request (e.g. a nonce the prompt carries). */
export type ToolArguments = Record<string, unknown> | ((request: unknown) => Record<string, unknown>);

export type RawItem = Readonly<Record<string, unknown>> & { readonly type: string };

export type Item =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  /** A call of a tool the client offered, found by the end of its name, flat or inside a namespace; else called in `unlisted`. */
  | { readonly kind: 'tool'; readonly tool: string; readonly args: ToolArguments; readonly unlisted?: string }
  /** An output item exactly as given: for what a hostile model might send. Responses API only. */
  | { readonly kind: 'raw'; readonly item: RawItem };

export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
}

export type Step =
  | { readonly kind: 'answer'; readonly items: readonly Item[]; readonly usage: Usage }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly type: string;
      readonly code: string;
      readonly message: string;
    }
  /** The stream opens, says something and the connection is torn down. */
  | { readonly kind: 'cut'; readonly items: readonly Item[] }
  /** The stream opens and nothing more comes until the client goes away or the server is closed. */
  | { readonly kind: 'hang' }
  /** The provider itself reports a failed response inside a good stream. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

export const USAGE: Usage = { input: 100, output: 10, cached: 20, reasoning: 3 };

export const say = (text: string): Item => ({ kind: 'message', text });
export const think = (text: string): Item => ({ kind: 'reasoning', text });
/** @param unlisted namespace of a tool the client keeps off its list until it is searched for */
export const call = (tool: string, args: ToolArguments, unlisted?: string): Item => ({
  kind: 'tool',
  tool,
  args,
  ...(unlisted === undefined ? {} : { unlisted }),
});
export const raw = (item: RawItem): Item => ({ kind: 'raw', item });

export const answer = (...items: Item[]): Step => ({ kind: 'answer', items, usage: USAGE });
export const cut = (...items: Item[]): Step => ({ kind: 'cut', items });
export const hang = (): Step => ({ kind: 'hang' });
export const status = (status: number, message: string, code = 'error', type = 'invalid_request_error'): Step => ({
  kind: 'status',
  status,
  type,
  code,
  message,
});
export const failed = (code: string, message: string): Step => ({ kind: 'failed', code, message });
