/** A tool call, told once it is over. Its id is not the one the bridge is told, so it is left out. */
import type { HarnessEvent } from '../../../adapter.ts';
import { isFields, textOf, type Fields } from '../../../frames/fields.ts';

export function toolEvent(part: Fields, bridge: string): HarnessEvent {
  const name = textOf(part['tool']);
  if (name === undefined) return { kind: 'progress', unread: 'unknown_type' };
  const state = isFields(part['state']) ? part['state'] : {};
  const status = textOf(state['status']);
  const said = textOf(state['error']);
  const told = { ...(status === undefined ? {} : { status }), ...(said === undefined ? {} : { text: said }) };
  if (name.startsWith(`${bridge}_`)) {
    const args = 'input' in state ? { args: state['input'] } : {};
    return { kind: 'bridge_call', server: bridge, tool: name.slice(bridge.length + 1), ...args, ...told };
  }
  const command = commandOf(name, state['input']);
  if (status === 'error' && said !== undefined && DECLINED.test(said))
    return { kind: 'progress', command, ...told, status: 'declined' };
  return { kind: nativeKind(name), command, ...told };
}

/** opencode's own words for a tool that was not there, or that a rule denied; nothing ran. */
const DECLINED = /^(?:Model tried to call unavailable tool |The user has specified a rule which prevents )/;

function nativeKind(name: string): 'file_change' | 'web_search' | 'native_command' {
  if (/^(?:write|edit|multiedit|patch|apply_patch)$/.test(name)) return 'file_change';
  return /^(?:webfetch|websearch|codesearch)$/.test(name) ? 'web_search' : 'native_command';
}

function commandOf(name: string, input: unknown): string {
  const what = isFields(input)
    ? (textOf(input['command']) ?? textOf(input['filePath']) ?? textOf(input['url']) ?? textOf(input['query']))
    : undefined;
  return what === undefined ? name : `${name}: ${what}`;
}
