import type { HarnessEvent } from '../../../adapter.ts';
import { capturedLines, capturesOf } from '../../../testing/captures.ts';
import { parseLine } from './line.ts';

const parse = (line: string): readonly HarnessEvent[] => parseLine(line, 'bridge');
const one = (value: unknown): HarnessEvent => parse(JSON.stringify(value))[0]!;
const capture = (name: string): HarnessEvent[] => capturedLines(`gem-${name}.stdout.jsonl`).flatMap(parse);
const use = (tool_name: unknown, parameters: unknown = {}) =>
  one({ type: 'tool_use', tool_name, tool_id: 't', parameters });
const result = (status: unknown, type?: string) =>
  one({ type: 'tool_result', tool_id: 't', status, ...(type === undefined ? {} : { error: { type } }) });

describe('a captured stream', () => {
  it.each(capturesOf('gemini'))('%s has one end and one session', (name) => {
    const events = capturedLines(name).flatMap(parse);
    expect(events.filter(({ kind }) => kind === 'done' || kind === 'error').map(({ kind }) => kind)).toEqual([
      name.includes('model-401') ? 'error' : 'done',
    ]);
    expect(events.flatMap(({ session }) => session ?? [])).toHaveLength(1);
  });

  it('gives the call, the final text and the usage of the episode', () => {
    const events = capture('mcp1-default');
    expect(events.filter(({ kind }) => kind === 'bridge_call')).toEqual([
      { kind: 'bridge_call', server: 'bridge', tool: 'read_file', args: { path: 'notes.txt' } },
    ]);
    expect(events.filter(({ kind }) => kind === 'text')).toEqual([
      { kind: 'text', text: 'The file says: hello bridge.', adds: true },
    ]);
    expect(events.at(-1)).toEqual({
      kind: 'done',
      usage: { input_tokens: 200, output_tokens: 20, cached_input_tokens: 40, reasoning_tokens: 0, source: 'reported' },
    });
  });

  it('tells a tool that was not there from one that failed', () => {
    expect(capture('shell-policy').filter(({ status }) => status === 'declined')).toMatchObject([
      { kind: 'progress', item: expect.stringContaining('run_shell_command') as string },
    ]);
    expect(capture('iserror').filter(({ status }) => status === 'failed')).toHaveLength(1);
  });

  it('fails for good when the provider refuses the key', () => {
    expect(capture('model-401').at(-1)).toMatchObject({ kind: 'error', terminal: true });
  });
});

describe('one line', () => {
  it('tells its own tools from those of servers', () => {
    expect(use('mcp_bridge_a_b')).toMatchObject({ kind: 'bridge_call', tool: 'a_b' });
    expect(use('mcp_bridge2_a')).toMatchObject({ kind: 'foreign_mcp_call', item: 't', open: true });
    expect(use('mcp_bridge_').kind).toBe('foreign_mcp_call');
    expect(use('run_shell_command', { command: 'ls' })).toEqual({
      kind: 'native_command',
      command: 'run_shell_command: ls',
      item: 't',
      open: true,
    });
    expect(use('write_file', { file_path: '/x' })).toMatchObject({ kind: 'file_change', command: 'write_file: /x' });
    expect(use('google_web_search').kind).toBe('web_search');
  });

  it('takes an action back only where a field of its own says that nothing ran', () => {
    expect(result('error', 'tool_not_registered').status).toBe('declined');
    expect(result('error', 'policy_violation').status).toBe('declined');
    expect(result('error', 'shell_execute_error').status).toBe('failed');
    expect(result('success', 'tool_not_registered').status).toBe('completed');
    expect(result('error').status).toBe('failed');
  });

  it('never turns a missing token count into zero, and what it did not count into a count', () => {
    const usage = (stats: unknown) => one({ type: 'result', status: 'success', stats }).usage;
    expect(usage(undefined)).toBeUndefined();
    expect(usage({ input_tokens: 1, output_tokens: 2 })).toBeUndefined();
    expect(usage({ input_tokens: 0, output_tokens: 0, total_tokens: 0 })).toBeUndefined();
    expect(usage({ input_tokens: 5, output_tokens: 2, total_tokens: 6 })).toBeUndefined();
    expect(usage({ input_tokens: 5, output_tokens: 2, total_tokens: 10 })).toMatchObject({
      output_tokens: 5,
      reasoning_tokens: 3,
      cached_input_tokens: null,
    });
  });

  it('is worth retrying unless the provider refused it', () => {
    const ended = (message: string) => one({ type: 'result', status: 'error', error: { message } }).terminal;
    expect(ended('[API Error: {"error":{"code":403}}]')).toBe(true);
    expect(ended('[API Error: {"error":{"code": 429,"message":"quota"}}]')).toBe(false);
    expect(ended('[API Error: {"error":{"code":500}}]')).toBe(false);
    expect(ended('Unauthorized')).toBe(true);
    expect(one({ type: 'error', severity: 'warning', message: 'loop' }).kind).toBe('progress');
    expect(one({ type: 'error', severity: 'error', message: 'max turns' })).toMatchObject({ kind: 'error' });
  });

  it('says why it could not be read', () => {
    expect(parse('{"type":')).toEqual([{ kind: 'progress', unread: 'unparseable' }]);
    expect(parse('[1]')).toEqual([{ kind: 'progress', unread: 'not_an_object' }]);
    for (const line of [{ type: 'x' }, { type: 'message' }, { type: 'tool_use' }, { type: 'tool_result' }])
      expect(one(line)).toEqual({ kind: 'progress', unread: 'unknown_type' });
  });
});
