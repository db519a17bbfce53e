import type { HarnessEvent } from '../../../adapter.ts';
import { isFields, textOf, type Fields } from '../../../frames/fields.ts';

/**
 * One item of a turn, told when it starts and when it completes. Words and calls of ours are events once completed. What
 * codex does by itself is an event from its start, under its id; one that was declined did not happen.
 */
export function itemEvent(item: Fields, phase: 'open' | 'completed', bridge: string): HarnessEvent {
  const type = textOf(item['type']);
  if (type === undefined || !Object.hasOwn(KINDS, type)) return { kind: 'progress', unread: 'unknown_type' };
  const kind = KINDS[type as keyof typeof KINDS];
  switch (kind) {
    case 'text':
    case 'reasoning':
      return phase === 'open' ? inProgress(type) : spoken(kind, type === 'reasoning' ? joined(item) : item['text']);
    case 'call':
      return phase === 'open' ? inProgress(type) : toolCall(item, bridge);
    case 'plan':
      return phase === 'open' ? inProgress(type) : { kind: 'plan', ...some('text', item['text']) };
    case 'progress':
      return { kind, text: type };
    default:
      return native(kind, item, phase);
  }
}

const KINDS = {
  agentMessage: 'text',
  reasoning: 'reasoning',
  mcpToolCall: 'call',
  plan: 'plan',
  commandExecution: 'native_command',
  fileChange: 'file_change',
  webSearch: 'web_search',
  imageView: 'native_command',
  imageGeneration: 'native_command',
  dynamicToolCall: 'native_command',
  collabAgentToolCall: 'native_command',
  subAgentActivity: 'native_command',
  userMessage: 'progress',
  hookPrompt: 'progress',
  functionCallOutput: 'progress',
  contextCompaction: 'progress',
  enteredReviewMode: 'progress',
  exitedReviewMode: 'progress',
  sleep: 'progress',
} as const;

const inProgress = (type: string): HarnessEvent => ({ kind: 'progress', text: `${type} in progress` });

function native(
  kind: 'native_command' | 'file_change' | 'web_search',
  item: Fields,
  phase: 'open' | 'completed',
): HarnessEvent {
  const id = textOf(item['id']);
  const about = textOf(item['command']) ?? textOf(item['query']) ?? textOf(item['type']);
  const told = { ...some('command', about), ...(id === undefined ? {} : { item: id }) };
  if (phase === 'open')
    return { kind, ...told, status: 'in_progress', ...(id === undefined ? {} : { open: true as const }) };
  if (item['status'] === 'declined') return { kind: 'progress', ...told, status: 'declined' };
  return { kind, ...told, ...some('status', item['status']) };
}

/** Its id is the call id of the model, which codex also tells the bridge. */
function toolCall(item: Fields, bridge: string): HarnessEvent {
  const server = textOf(item['server']);
  return {
    kind: server === bridge ? 'bridge_call' : 'foreign_mcp_call',
    ...some('server', server),
    ...some('tool', item['tool']),
    ...('arguments' in item ? { args: item['arguments'] } : {}),
    ...some('status', item['status']),
    ...some('callId', item['id']),
    ...some('text', isFields(item['error']) ? item['error']['message'] : undefined),
  };
}

const joined = (item: Fields): unknown => {
  const lines = [item['summary'], item['content']].flatMap((part): unknown[] => (Array.isArray(part) ? part : []));
  return lines.filter((line) => typeof line === 'string').join('\n');
};

function spoken(kind: 'text' | 'reasoning', text: unknown): HarnessEvent {
  return typeof text === 'string' ? { kind, text } : { kind: 'progress', unread: 'unknown_type' };
}

/** The field when it is text, else nothing at all: an absent claim is not an empty one. */
function some<K extends 'text' | 'command' | 'status' | 'server' | 'tool' | 'callId'>(
  key: K,
  value: unknown,
): Partial<Record<K, string>> {
  const text = textOf(value);
  return text === undefined ? {} : ({ [key]: text } as Record<K, string>);
}
