/**
 * One line of `claude --print --output-format stream-json` → typed events. Everything here is its own claim (tier
 * attested), and the line may be hostile: nothing throws, and every line that is not blank becomes at least one event.
 */
import type { HarnessEvent } from '../../../adapter.ts';
import { isFields, textOf, type Fields } from '../../../frames/fields.ts';
import { answerEvents, blockEvents } from './blocks.ts';
import { resultEvents } from './result.ts';

/** More blocks than any honest message holds; the rest of such a line is kept as its bytes only. */
const MAX_BLOCKS = 256;

/**
 * @param line one frame, decoded, without its LF
 * @param bridge name our bridge is registered under: calls to any other MCP server are foreign
 */
export function parseLine(line: string, bridge: string): readonly HarnessEvent[] {
  if (line.trim() === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [{ kind: 'progress', unread: 'unparseable' }];
  }
  return isFields(value) ? eventsOf(value, bridge) : [{ kind: 'progress', unread: 'not_an_object' }];
}

function eventsOf(line: Fields, bridge: string): readonly HarnessEvent[] {
  switch (line['type']) {
    case 'system':
      return [systemEvent(line, bridge)];
    case 'assistant':
      return messageEvents(line['message'], (block) => blockEvents(block, bridge));
    case 'user':
      return messageEvents(line['message'], answerEvents);
    case 'result':
      return resultEvents(line);
    case 'rate_limit_event':
    case 'tool_progress':
    case 'auth_status':
      return [{ kind: 'progress', text: line['type'] }];
    default:
      return [{ kind: 'progress', unread: 'unknown_type' }];
  }
}

function systemEvent(line: Fields, bridge: string): HarnessEvent {
  const subtype = textOf(line['subtype']);
  if (subtype === undefined) return { kind: 'progress', unread: 'unknown_type' };
  if (subtype !== 'init') return { kind: 'progress', text: subtype };
  const session = textOf(line['session_id']);
  const named = session === undefined ? {} : { session };
  const status = bridgeStatus(line['mcp_servers'], bridge);
  if (status === 'connected' || status === 'pending') return { kind: 'progress', text: 'session started', ...named };
  // It would go on without a single tool and call that a success: nothing it says later takes this back.
  const text = `Claude Code did not connect to the bridge: its state is "${status.slice(0, 100)}".`;
  return { kind: 'error', text, terminal: true, ...named };
}

function bridgeStatus(servers: unknown, bridge: string): string {
  const ours = Array.isArray(servers)
    ? servers.filter(isFields).find((server) => server['name'] === bridge)
    : undefined;
  return textOf(ours?.['status']) ?? 'missing';
}

type ReadBlock = (block: unknown) => readonly HarnessEvent[];

function messageEvents(message: unknown, read: ReadBlock): readonly HarnessEvent[] {
  const content = isFields(message) ? message['content'] : undefined;
  if (typeof content === 'string') return [{ kind: 'progress', text: 'message' }];
  if (!Array.isArray(content)) return [{ kind: 'progress', unread: 'unknown_type' }];
  if (content.length === 0) return [{ kind: 'progress', text: 'empty message' }];
  const events = content.slice(0, MAX_BLOCKS).flatMap((block: unknown) => read(block));
  return content.length > MAX_BLOCKS ? [...events, { kind: 'progress', unread: 'unknown_type' }] : events;
}
