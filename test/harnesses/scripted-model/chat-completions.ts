/** The Chat Completions side of a step, whole or streamed. Reasoning and raw items have no place there and are left out. */
import { offeredTools } from './request.ts';
import type { Item, Usage } from './scenario.ts';

interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

interface Message {
  readonly role: 'assistant';
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
}

export function chatCompletion(
  items: readonly Item[],
  usage: Usage,
  body: unknown,
  nextId: (prefix: string) => string,
): Record<string, unknown> {
  const message = chatMessage(items, body, nextId);
  return {
    id: nextId('chatcmpl'),
    object: 'chat.completion',
    created: 1,
    model: modelOf(body),
    choices: [{ index: 0, message, finish_reason: finish(message) }],
    usage: usageOf(usage),
  };
}

/** The same answer as stream chunks, without the closing `[DONE]`. */
export function chatChunks(
  items: readonly Item[],
  usage: Usage,
  body: unknown,
  nextId: (prefix: string) => string,
): Record<string, unknown>[] {
  const message = chatMessage(items, body, nextId);
  const base = { id: nextId('chatcmpl'), object: 'chat.completion.chunk', created: 1, model: modelOf(body) };
  const delta = { ...message, tool_calls: message.tool_calls?.map((call, index) => ({ index, ...call })) };
  return [
    { ...base, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...base, choices: [{ index: 0, delta: {}, finish_reason: finish(message) }] },
    { ...base, choices: [], usage: usageOf(usage) },
  ];
}

function chatMessage(items: readonly Item[], body: unknown, nextId: (prefix: string) => string): Message {
  const offered = offeredTools(body);
  const text = items.flatMap((item) => (item.kind === 'message' ? [item.text] : [])).join('\n');
  const calls = items.flatMap((item): ToolCall[] => {
    if (item.kind !== 'tool') return [];
    const name = (offered.find((o) => o.name === item.tool) ?? offered.find((o) => o.name.endsWith(item.tool)))?.name;
    const args = typeof item.args === 'function' ? item.args(body) : item.args;
    return [
      { id: nextId('call'), type: 'function', function: { name: name ?? item.tool, arguments: JSON.stringify(args) } },
    ];
  });
  return { role: 'assistant', content: text === '' ? null : text, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
}

const finish = (message: Message): string => (message.tool_calls ? 'tool_calls' : 'stop');

const modelOf = (body: unknown): unknown => (body as { model?: unknown } | null)?.model ?? null;

const usageOf = (usage: Usage): Record<string, unknown> => ({
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
  prompt_tokens_details: { cached_tokens: usage.cached },
  completion_tokens_details: { reasoning_tokens: usage.reasoning },
});
