/**
 * One line of `gemini --output-format stream-json` → typed events. Everything here is its own claim (tier attested), and
 * the line may be hostile: nothing throws, and every line that is not blank becomes exactly one event.
 */
import type { HarnessEvent } from '../../../adapter.ts';
import { isFields, textOf, type Fields } from '../../../frames/fields.ts';
import { isTerminal } from '../../../frames/failure.ts';
import { toolResult, toolUse } from './tool.ts';
import { usageOf } from './usage.ts';

/**
 * @param line one frame, decoded, without its LF
 * @param bridge name our bridge is registered under: its tools are offered as `mcp_NAME_TOOL`
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
  switch (line['type']) {
    case 'init': {
      const session = textOf(line['session_id']);
      return { kind: 'progress', text: 'session started', ...(session === undefined ? {} : { session }) };
    }
    case 'message':
      return message(line);
    case 'tool_use':
      return toolUse(line, bridge);
    case 'tool_result':
      return toolResult(line);
    case 'error':
      return warning(line);
    case 'result':
      return result(line);
    default:
      return UNKNOWN;
  }
}

const UNKNOWN: HarnessEvent = { kind: 'progress', unread: 'unknown_type' };

/** What it was told comes back as a message of the user. */
function message({ role, content, delta }: Fields): HarnessEvent {
  if (typeof content !== 'string') return UNKNOWN;
  if (role === 'assistant') return { kind: 'text', text: content, ...(delta === true ? { adds: true as const } : {}) };
  return role === 'user' ? { kind: 'progress', text: 'message to the model' } : UNKNOWN;
}

/** It goes on after a warning; what ends it stands in its result. */
function warning({ severity, message: said }: Fields): HarnessEvent {
  const text = textOf(said) ?? 'Gemini CLI reported an error.';
  return severity === 'warning' ? { kind: 'progress', text } : { kind: 'error', text, terminal: isTerminal(text) };
}

function result({ status, error, stats }: Fields): HarnessEvent {
  const usage = usageOf(stats);
  const told = usage === null ? {} : { usage };
  if (status === 'success') return { kind: 'done', ...told };
  const text = (isFields(error) ? textOf(error['message']) : undefined) ?? 'Gemini CLI ended without a success.';
  return { kind: 'error', text, terminal: isRefused(text), ...told };
}

/** It quotes the provider's answer, which carries the status; the words alone are asked where it does not. */
function isRefused(text: string): boolean {
  const status = Number(/"code"\s*:\s*(\d{3})\b/.exec(text)?.[1] ?? 0);
  return status === 0 ? isTerminal(text) : status >= 400 && status < 500 && status !== 408 && status !== 429;
}
