import type { HarnessEvent } from '../../../adapter.ts';
import { isFields, textOf, type Fields } from '../../../frames/fields.ts';

/**
 * One item of a turn. Items come up to three times (started, updated, completed). Words and calls of ours are events once
 * completed and progress before. What codex does by itself is an event from its start, under the item's id, so that an
 * action that never completes counts too, and one that does counts once.
 */
export function itemEvent(item: Fields, phase: 'open' | 'completed', bridge: string): HarnessEvent {
  const type = textOf(item['type']) ?? textOf(item['item_type']);
  if (type === undefined || !KNOWN.has(type)) return { kind: 'progress', unread: 'unknown_type' };
  const event = phase === 'open' && !NATIVE.has(type) ? progress(type, item) : completed(type, item, bridge);
  if (!NATIVE.has(type)) return event;
  const id = textOf(item['id']);
  const begun = phase === 'open' ? { status: 'in_progress', ...(id === undefined ? {} : { open: true as const }) } : {};
  return { ...event, ...(id === undefined ? {} : { item: id }), ...begun };
}

/** What codex does by itself. */
const NATIVE: ReadonlySet<string> = new Set(['command_execution', 'file_change', 'web_search']);

const KNOWN: ReadonlySet<string> = new Set([
  'agent_message',
  'reasoning',
  'mcp_tool_call',
  'command_execution',
  'file_change',
  'web_search',
  'todo_list',
  'error',
]);

function completed(type: string, item: Fields, bridge: string): HarnessEvent {
  switch (type) {
    case 'agent_message':
      return spoken('text', item);
    case 'reasoning':
      return spoken('reasoning', item);
    case 'mcp_tool_call':
      return toolCall(item, bridge);
    case 'command_execution':
      return { kind: 'native_command', ...some('command', item['command']), ...some('status', item['status']) };
    case 'file_change':
      return { kind: 'file_change', ...some('text', changes(item['changes'])), ...some('status', item['status']) };
    case 'web_search':
      return { kind: 'web_search', ...some('text', item['query']) };
    case 'todo_list':
      return { kind: 'plan', ...some('text', todo(item['items'])) };
    default:
      // An error item is a warning codex shows its user (a fallback, a missing model entry); the turn goes on.
      return { kind: 'progress', ...some('text', item['message']) };
  }
}

function progress(type: string, item: Fields): HarnessEvent {
  const about = textOf(item['tool']) ?? textOf(item['command']);
  return {
    kind: 'progress',
    text: about === undefined ? `${type} in progress` : `${type} in progress: ${about}`,
    ...some('status', item['status']),
  };
}

function spoken(kind: 'text' | 'reasoning', item: Fields): HarnessEvent {
  const text = item['text'];
  return typeof text === 'string' ? { kind, text } : { kind: 'progress', unread: 'unknown_type' };
}

function toolCall(item: Fields, bridge: string): HarnessEvent {
  const server = textOf(item['server']);
  return {
    kind: server === bridge ? 'bridge_call' : 'foreign_mcp_call',
    ...some('server', server),
    ...some('tool', item['tool']),
    ...('arguments' in item ? { args: item['arguments'] } : {}),
    ...some('status', item['status']),
    ...some('text', isFields(item['error']) ? item['error']['message'] : undefined),
  };
}

function changes(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  return value
    .filter(isFields)
    .map((change) => `${textOf(change['kind']) ?? 'change'} ${textOf(change['path']) ?? '?'}`)
    .join('\n');
}

function todo(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  return value
    .filter(isFields)
    .map((step) => `[${step['completed'] === true ? 'x' : ' '}] ${textOf(step['text']) ?? '?'}`)
    .join('\n');
}

/** The field when it is text, else nothing at all: an absent claim is not an empty one. */
function some<K extends 'text' | 'command' | 'status' | 'server' | 'tool'>(
  key: K,
  value: unknown,
): Partial<Record<K, string>> {
  const text = textOf(value);
  return text === undefined ? {} : ({ [key]: text } as Record<K, string>);
}
