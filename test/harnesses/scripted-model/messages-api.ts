/** The Anthropic Messages side of a step: content blocks and the server-sent events that carry them. */
import { offeredTools } from './request.ts';
import type { Item, Usage } from './scenario.ts';

export type StreamEvent = Readonly<Record<string, unknown>> & { readonly type: string };
type Block = Readonly<Record<string, unknown>> & { readonly type: string };

export function messageEvents(
  items: readonly Item[],
  usage: Usage,
  body: unknown,
  nextId: (prefix: string) => string,
): StreamEvent[] {
  const blocks = items.map((item) => blockOf(item, body, nextId));
  const stop = blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
  const message = {
    id: nextId('msg'),
    type: 'message',
    role: 'assistant',
    model: (body as { model?: unknown } | null)?.model ?? null,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usageOf(usage), output_tokens: 1 },
  };
  return [
    { type: 'message_start', message },
    ...blocks.flatMap((block, index) => blockEvents(block, index)),
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: usageOf(usage) },
    { type: 'message_stop' },
  ];
}

export const messagesError = (type: string, message: string): Record<string, unknown> => ({
  type: 'error',
  error: { type, message },
});

function blockOf(item: Item, body: unknown, nextId: (prefix: string) => string): Block {
  switch (item.kind) {
    case 'message':
      return { type: 'text', text: item.text };
    case 'reasoning':
      return { type: 'thinking', thinking: item.text, signature: 'c2NyaXB0ZWQ=' };
    case 'raw':
      return { id: nextId('toolu'), ...item.item };
    case 'tool': {
      const offered = offeredTools(body);
      const found = offered.find((o) => o.name === item.tool) ?? offered.find((o) => o.name.endsWith(item.tool));
      const input = typeof item.args === 'function' ? item.args(body) : item.args;
      return { type: 'tool_use', id: nextId('toolu'), name: found?.name ?? item.tool, input };
    }
  }
}

/** A block opens empty and is filled by deltas. */
function blockEvents(block: Block, index: number): StreamEvent[] {
  const { empty, deltas } = pieces(block);
  return [
    { type: 'content_block_start', index, content_block: { ...block, ...empty } },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function pieces(block: Block): { empty: Record<string, unknown>; deltas: Record<string, unknown>[] } {
  switch (block.type) {
    case 'text':
      return { empty: { text: '' }, deltas: [{ type: 'text_delta', text: block['text'] }] };
    case 'thinking':
      return {
        empty: { thinking: '', signature: '' },
        deltas: [
          { type: 'thinking_delta', thinking: block['thinking'] },
          { type: 'signature_delta', signature: block['signature'] },
        ],
      };
    case 'tool_use':
      return {
        empty: { input: {} },
        deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }],
      };
    default:
      return { empty: {}, deltas: [] };
  }
}

/** Anthropic counts cached input beside `input_tokens`; a script counts it within. */
const usageOf = (usage: Usage): Record<string, unknown> => ({
  input_tokens: usage.input - usage.cached,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: usage.cached,
  output_tokens: usage.output,
});
