/** The Responses API's side of a step: output items and the server-sent events that carry them. */
import { offeredTools } from './request.ts';
import type { Item, Usage } from './scenario.ts';

export type OutputItem = Readonly<Record<string, unknown>> & { readonly type: string; readonly id: string };
export type StreamEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** Turns the script's items into the API's, with tool names as this request offers them. */
export function outputItems(items: readonly Item[], body: unknown, nextId: (prefix: string) => string): OutputItem[] {
  return items.map((item) => {
    switch (item.kind) {
      case 'message':
        return {
          type: 'message',
          id: nextId('msg'),
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: item.text, annotations: [] }],
        };
      case 'reasoning':
        return { type: 'reasoning', id: nextId('rs'), summary: [{ type: 'summary_text', text: item.text }] };
      case 'raw':
        return { id: nextId('raw'), call_id: nextId('call'), status: 'completed', ...item.item };
      case 'tool':
        return functionCall(item, body, nextId);
    }
  });
}

/** Everything up to, not including, the event that ends the response. */
export function openingEvents(items: readonly OutputItem[], response: string, model: unknown): StreamEvent[] {
  const opened = { id: response, object: 'response', created_at: 1, status: 'in_progress', model, output: [] };
  const body = items.flatMap((item, index) => [
    { type: 'response.output_item.added', output_index: index, item: begun(item) },
    ...deltas(item, index),
    { type: 'response.output_item.done', output_index: index, item },
  ]);
  return [{ type: 'response.created', response: opened }, ...body];
}

export function completedEvent(
  items: readonly OutputItem[],
  response: string,
  model: unknown,
  usage: Usage,
): StreamEvent {
  return {
    type: 'response.completed',
    response: {
      id: response,
      object: 'response',
      created_at: 1,
      status: 'completed',
      model,
      output: items,
      usage: usageOf(usage),
    },
  };
}

export function failedEvent(response: string, code: string, message: string): StreamEvent {
  return {
    type: 'response.failed',
    response: { id: response, object: 'response', status: 'failed', error: { code, message }, output: [] },
  };
}

function functionCall(
  { tool, args, unlisted }: Extract<Item, { kind: 'tool' }>,
  body: unknown,
  nextId: (prefix: string) => string,
): OutputItem {
  const offered = offeredTools(body);
  const found = offered.find((o) => o.name === tool) ?? offered.find((o) => o.name.endsWith(tool));
  const namespace = found === undefined ? unlisted : found.namespace;
  return {
    type: 'function_call',
    id: nextId('fc'),
    call_id: nextId('call'),
    name: found?.name ?? tool,
    ...(namespace ? { namespace } : {}),
    arguments: JSON.stringify(typeof args === 'function' ? args(body) : args),
    status: 'completed',
  };
}

function begun(item: OutputItem): Record<string, unknown> {
  const empty = item.type === 'message' ? { content: [] } : item.type === 'reasoning' ? { summary: [] } : {};
  return { ...item, ...('status' in item ? { status: 'in_progress' } : {}), ...empty };
}

function deltas(item: OutputItem, index: number): StreamEvent[] {
  const at = { item_id: item.id, output_index: index };
  if (item.type === 'message') {
    const text = (item['content'] as { text: string }[])[0]!.text;
    const part = { type: 'output_text', text: '', annotations: [] };
    return [
      { type: 'response.content_part.added', ...at, content_index: 0, part },
      { type: 'response.output_text.delta', ...at, content_index: 0, delta: text },
      { type: 'response.output_text.done', ...at, content_index: 0, text },
    ];
  }
  if (item.type === 'reasoning') {
    const text = (item['summary'] as { text: string }[])[0]!.text;
    const part = { type: 'summary_text', text: '' };
    return [
      { type: 'response.reasoning_summary_part.added', ...at, summary_index: 0, part },
      { type: 'response.reasoning_summary_text.delta', ...at, summary_index: 0, delta: text },
      { type: 'response.reasoning_summary_text.done', ...at, summary_index: 0, text },
    ];
  }
  if (item.type === 'function_call') {
    return [{ type: 'response.function_call_arguments.done', ...at, arguments: item['arguments'] }];
  }
  return [];
}

const usageOf = (usage: Usage): Record<string, unknown> => ({
  input_tokens: usage.input,
  input_tokens_details: { cached_tokens: usage.cached },
  output_tokens: usage.output,
  output_tokens_details: { reasoning_tokens: usage.reasoning },
  total_tokens: usage.input + usage.output,
});
