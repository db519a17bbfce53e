/** The blocks of a message: words, thoughts and tool calls from the model; what the calls came to for the model. */
import type { HarnessEvent } from '../../../adapter.ts';
import { isFields, textOf, type Fields } from '../../../frames/fields.ts';

export function blockEvents(block: unknown, bridge: string): readonly HarnessEvent[] {
  if (!isFields(block)) return [{ kind: 'progress', unread: 'unknown_type' }];
  switch (block['type']) {
    case 'text':
      return [spoken('text', block['text'])];
    case 'thinking':
      return [spoken('reasoning', block['thinking'])];
    case 'redacted_thinking':
      return [{ kind: 'reasoning', text: '' }];
    case 'tool_use':
      return [toolUse(block, bridge)];
    case 'server_tool_use':
      return [{ kind: 'web_search', text: textOf(block['name']) ?? 'a tool of the provider' }];
    default:
      return [{ kind: 'progress', unread: 'unknown_type' }];
  }
}

/** Blocks the model is given. Words among them are not its own. */
export function answerEvents(block: unknown): readonly HarnessEvent[] {
  if (!isFields(block)) return [{ kind: 'progress', unread: 'unknown_type' }];
  return [block['type'] === 'tool_result' ? toolResult(block) : { kind: 'progress', text: 'message to the model' }];
}

function spoken(kind: 'text' | 'reasoning', text: unknown): HarnessEvent {
  return typeof text === 'string' ? { kind, text } : { kind: 'progress', unread: 'unknown_type' };
}

/** The model asks for a tool; what became of it comes as a result of the same id. */
function toolUse(block: Fields, bridge: string): HarnessEvent {
  const id = textOf(block['id']);
  const name = textOf(block['name']) ?? '';
  const args = 'input' in block ? { args: block['input'] } : {};
  const [, server, tool] = /^mcp__(.+?)__(.+)$/s.exec(name) ?? [];
  if (server !== undefined && tool !== undefined) {
    const called = { server, tool, ...args, ...(id === undefined ? {} : { callId: id }) };
    return { kind: server === bridge ? 'bridge_call' : 'foreign_mcp_call', ...called };
  }
  return { kind: nativeKind(name), command: nativeCommand(name, block['input']), ...began(id) };
}

const began = (id: string | undefined) => (id === undefined ? {} : { item: id, open: true as const });

function nativeKind(name: string): 'file_change' | 'web_search' | 'native_command' {
  if (/^(?:Write|Edit|MultiEdit|NotebookEdit)$/.test(name)) return 'file_change';
  return /^Web(?:Search|Fetch)$/.test(name) ? 'web_search' : 'native_command';
}

function nativeCommand(name: string, input: unknown): string {
  const what = isFields(input)
    ? (textOf(input['command']) ?? textOf(input['file_path']) ?? textOf(input['query']) ?? textOf(input['url']))
    : undefined;
  return what === undefined ? name || 'an unnamed tool' : `${name}: ${what}`;
}

function toolResult(block: Fields): HarnessEvent {
  const id = textOf(block['tool_use_id']);
  return {
    kind: 'progress',
    text: 'tool result',
    status: block['is_error'] === true ? (wasDeclined(block['content']) ? 'declined' : 'failed') : 'completed',
    ...(id === undefined ? {} : { callId: id, item: id }),
  };
}

/**
 * A tool that was not there, or that Claude Code did not let run. The words are its own and stand at the very start: what
 * a tool that did run has to say comes after words of its own.
 */
function wasDeclined(content: unknown): boolean {
  return typeof content === 'string' && DECLINED.test(content);
}

const DECLINED = /^(?:<tool_use_error>)?(?:Error: No such tool available: |Permission to use \S+ has been denied)/;
