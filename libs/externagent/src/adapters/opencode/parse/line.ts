/**
 * One line of `opencode run --format json` → typed events. Everything here is its own claim (tier attested), and the line
 * may be hostile: nothing throws, and every line that is not blank becomes exactly one event.
 */
import type { HarnessEvent } from '../../../adapter.ts';
import { countOf, isFields, textOf, type Fields } from '../../../frames/fields.ts';
import { isTerminal } from '../../../frames/failure.ts';
import { toolEvent } from './tool.ts';
import { usageOf } from './usage.ts';

/**
 * @param line one frame, decoded, without its LF
 * @param bridge name our bridge is registered under: its tools are offered as `NAME_TOOL`
 */
export function parseLine(line: string, bridge: string): readonly HarnessEvent[] {
  if (line.trim() === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [{ kind: 'progress', unread: 'unparseable' }];
  }
  return [isFields(value) ? eventOf(value, bridge) : { kind: 'progress', unread: 'not_an_object' }];
}

function eventOf(line: Fields, bridge: string): HarnessEvent {
  const part = isFields(line['part']) ? line['part'] : {};
  const session = textOf(line['sessionID']);
  switch (line['type']) {
    case 'step_start':
      return { kind: 'progress', text: 'step started', ...(session === undefined ? {} : { session }) };
    case 'step_finish':
      return stepEnd(part);
    case 'text':
      return spoken('text', part['text']);
    case 'reasoning':
      return spoken('reasoning', part['text']);
    case 'tool_use':
      return toolEvent(part, bridge);
    case 'error':
      return failure(line['error']);
    default:
      return UNKNOWN;
  }
}

const UNKNOWN: HarnessEvent = { kind: 'progress', unread: 'unknown_type' };

/** Every step reports its own usage. The turn ends with a step that stopped by itself. */
function stepEnd(part: Fields): HarnessEvent {
  const usage = usageOf(part['tokens']);
  const told = { adds: true as const, ...(usage === null ? {} : { usage }) };
  switch (part['reason']) {
    case 'stop':
      return { kind: 'done', ...told };
    case 'tool-calls':
      return { kind: 'usage', ...told };
    default: {
      const reason = textOf(part['reason']) ?? 'no reason';
      return { kind: 'error', text: `The step ended with "${reason.slice(0, 100)}".`, terminal: false, ...told };
    }
  }
}

function spoken(kind: 'text' | 'reasoning', text: unknown): HarnessEvent {
  return typeof text === 'string' ? { kind, text } : UNKNOWN;
}

function failure(error: unknown): HarnessEvent {
  const fields = isFields(error) ? error : {};
  const data = isFields(fields['data']) ? fields['data'] : {};
  const text =
    textOf(data['message']) ?? textOf(fields['message']) ?? textOf(fields['name']) ?? 'opencode reported an error.';
  const status = countOf(data['statusCode']);
  return { kind: 'error', text, terminal: status === null ? isTerminal(text) : isRefusal(status) };
}

/** Asking again would bring the same answer; a time-out (408) and too many requests (429) would not. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;
