/**
 * One line of `codex exec --json` → typed events. Everything here is codex's own claim (tier attested), and the line
 * may be hostile: nothing throws, and every line that is not blank becomes at least one event.
 */
import type { HarnessEvent } from '../../../adapter.ts';
import { isTerminal } from '../../../frames/failure.ts';
import { itemEvent } from './item.ts';
import { isFields, textOf, type Fields } from '../../../frames/fields.ts';
import { usageOf } from './usage.ts';

/** Codex reports a retry as an error event; the turn goes on. */
const RETRYING = /^Reconnecting\b/;

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
  if (!isFields(value)) return [{ kind: 'progress', unread: 'not_an_object' }];
  return [eventOf(value, bridge)];
}

function eventOf(line: Fields, bridge: string): HarnessEvent {
  switch (line['type']) {
    case 'thread.started': {
      const session = textOf(line['thread_id']);
      return { kind: 'progress', text: 'thread started', ...(session === undefined ? {} : { session }) };
    }
    case 'turn.started':
      return { kind: 'progress', text: 'turn started' };
    case 'turn.completed': {
      const usage = usageOf(line['usage']);
      return { kind: 'done', ...(usage === null ? {} : { usage }) };
    }
    case 'turn.failed':
      return failure(isFields(line['error']) ? line['error']['message'] : line['error'], 'The turn failed.');
    case 'error':
      return failure(line['message'], 'Codex reported an error.');
    case 'item.started':
    case 'item.updated':
    case 'item.completed':
      return isFields(line['item'])
        ? itemEvent(line['item'], line['type'] === 'item.completed' ? 'completed' : 'open', bridge)
        : { kind: 'progress', unread: 'unknown_type' };
    default:
      return { kind: 'progress', unread: 'unknown_type' };
  }
}

function failure(message: unknown, otherwise: string): HarnessEvent {
  const text = textOf(message) ?? otherwise;
  if (RETRYING.test(text)) return { kind: 'progress', text };
  return { kind: 'error', text, terminal: isTerminal(text) };
}
