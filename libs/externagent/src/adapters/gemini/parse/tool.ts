/** A tool call, told when it is made and again when it is over. Its id is not the one the bridge is told. */
import type { HarnessEvent } from '../../../adapter.ts';
import { isFields, textOf, type Fields } from '../../../frames/fields.ts';

const UNKNOWN: HarnessEvent = { kind: 'progress', unread: 'unknown_type' };

export function toolUse(line: Fields, bridge: string): HarnessEvent {
  const name = textOf(line['tool_name']);
  if (name === undefined) return UNKNOWN;
  const own = `mcp_${bridge}_`;
  if (name.startsWith(own) && name.length > own.length) {
    const args = 'parameters' in line ? { args: line['parameters'] } : {};
    return { kind: 'bridge_call', server: bridge, tool: name.slice(own.length), ...args };
  }
  const item = textOf(line['tool_id']);
  const told = {
    command: commandOf(name, line['parameters']),
    ...(item === undefined ? {} : { item, open: true as const }),
  };
  if (name.startsWith('mcp_')) return { kind: 'foreign_mcp_call', tool: name, ...told };
  return { kind: nativeKind(name), ...told };
}

/** Ends what began under its id; declined only where Gemini CLI says, in a field of its own, that nothing ran. */
export function toolResult(line: Fields): HarnessEvent {
  const item = textOf(line['tool_id']);
  const status = textOf(line['status']);
  if (item === undefined && status === undefined) return UNKNOWN;
  const error = isFields(line['error']) ? textOf(line['error']['type']) : undefined;
  const ended = status === 'error' && error !== undefined && NOTHING_RAN.has(error) ? 'declined' : status;
  return {
    kind: 'progress',
    text: error === undefined ? 'tool result' : `tool result: ${error}`,
    ...(item === undefined ? {} : { item }),
    ...(ended === undefined
      ? {}
      : { status: ended === 'success' ? 'completed' : ended === 'error' ? 'failed' : ended }),
  };
}

/** Types of failure that stand before anything is run. */
const NOTHING_RAN: ReadonlySet<string> = new Set(['tool_not_registered', 'policy_violation']);

function nativeKind(name: string): 'file_change' | 'web_search' | 'native_command' {
  if (/^(?:write_file|replace|edit)$/.test(name)) return 'file_change';
  return /^(?:web_fetch|google_web_search)$/.test(name) ? 'web_search' : 'native_command';
}

function commandOf(name: string, parameters: unknown): string {
  const what = isFields(parameters)
    ? (textOf(parameters['command']) ?? textOf(parameters['file_path']) ?? textOf(parameters['query']))
    : undefined;
  return what === undefined ? name : `${name}: ${what}`;
}
