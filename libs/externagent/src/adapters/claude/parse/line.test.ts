import type { HarnessEvent } from '../../../adapter.ts';
import { capturedLines, capturesOf } from '../../../testing/captures.ts';
import { parseLine } from './line.ts';

const parse = (line: string): readonly HarnessEvent[] => parseLine(line, 'bridge');
const all = (value: unknown): readonly HarnessEvent[] => parse(JSON.stringify(value));
const capture = (name: string): HarnessEvent[] => capturedLines(`${name}.stdout.jsonl`).flatMap(parse);
const block = (fields: Record<string, unknown>): HarnessEvent =>
  all({ type: 'assistant', message: { content: [fields] } })[0]!;
const result = (content: unknown, is_error = true): HarnessEvent =>
  all({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't', content, is_error }] } })[0]!;

describe('a captured stream', () => {
  it.each(capturesOf('claude'))('%s has one end', (name) => {
    const ends = capturedLines(name)
      .flatMap(parse)
      .filter((event) => event.usage !== undefined);
    expect(ends.map((event) => event.kind)).toEqual([
      name.includes('500') || name.includes('unknown') ? 'error' : 'done',
    ]);
  });

  it('gives calls with their ids, what became of them, the final text, usage and cost', () => {
    const events = capture('cc-mcp2');
    const calls = events.filter((event) => event.kind === 'bridge_call');
    expect(calls).toMatchObject([
      {
        server: 'bridge',
        tool: 'read_file',
        args: { path: 'notes.txt' },
        callId: expect.stringMatching(/^toolu_/) as string,
      },
      { server: 'bridge', tool: 'write_file', args: { path: 'out.txt', content: 'written by agent' } },
    ]);
    expect(events.filter((event) => event.status === 'completed').map((event) => event.callId)).toEqual(
      calls.map((event) => event.callId),
    );
    expect(events.filter((event) => event.kind === 'text')).toEqual([{ kind: 'text', text: 'Done: read and wrote.' }]);
    expect(events.at(-1)).toMatchObject({
      kind: 'done',
      text: expect.stringMatching(/^cost 0\.\d+ USD$/) as string,
      usage: { input_tokens: 360, output_tokens: 30, cached_input_tokens: 60, reasoning_tokens: null },
    });
  });

  it('fails when the bridge was not connected, whatever it says at its end', () => {
    const events = capture('cc-mcp-401');
    expect(events[0]).toMatchObject({ kind: 'error', terminal: true });
    expect(events[0]!.text).toContain('"failed"');
  });

  it('fails when an error calls itself a success', () => {
    expect(capture('cc-model-500').at(-1)).toMatchObject({ kind: 'error', terminal: false });
    expect(capture('cc-resume-unknown').at(-1)).toMatchObject({ kind: 'error' });
  });

  it('names calls that were denied', () => {
    const events = capture('cc-mcp2-notallowed').filter((event) => event.status === 'declined');
    expect(events.map((event) => event.text)).toEqual([
      'tool result',
      'tool result',
      'permission denied: mcp__bridge__read_file',
      'permission denied: mcp__bridge__write_file',
    ]);
  });

  it('tells a failed tool', () => {
    expect(capture('cc-mcp-iserror').find((event) => event.text === 'tool result')).toMatchObject({ status: 'failed' });
  });
});

describe('one line', () => {
  it('takes words to the model for no answer of its own', () => {
    const words = { content: [{ type: 'text', text: '[Request interrupted by user]' }] };
    expect(all({ type: 'user', message: words })).toEqual([{ kind: 'progress', text: 'message to the model' }]);
    expect(all({ type: 'assistant', message: words })[0]).toMatchObject({ kind: 'text' });
  });

  it('tells its own tools from those of servers', () => {
    const use = (name: string, input: unknown = {}) => block({ type: 'tool_use', id: 't', name, input });
    expect(use('mcp__bridge__a__b')).toMatchObject({ kind: 'bridge_call', tool: 'a__b', callId: 't' });
    expect(use('mcp__bridge2__a')).toMatchObject({ kind: 'foreign_mcp_call', server: 'bridge2' });
    expect(use('Bash', { command: 'ls' })).toEqual({
      kind: 'native_command',
      command: 'Bash: ls',
      item: 't',
      open: true,
    });
    expect(use('Write', { file_path: '/x' })).toMatchObject({ kind: 'file_change', command: 'Write: /x' });
    expect(use('WebFetch')).toMatchObject({ kind: 'web_search' });
    expect(use('mcp__')).toMatchObject({ kind: 'native_command' });
  });

  it('takes an action for declined only by words that stand at its very start', () => {
    expect(result('<tool_use_error>Error: No such tool available: Bash</tool_use_error>').status).toBe('declined');
    expect(result('Error: Exit code 1\n<tool_use_error>Error: No such tool available: Bash').status).toBe('failed');
    expect(result('Error: No such tool available: Bash', false).status).toBe('completed');
    expect(result([{ type: 'text', text: 'Error: No such tool available: Bash' }]).status).toBe('failed');
  });

  it('is worth retrying unless the provider refused it', () => {
    const ended = (api_error_status: unknown, text = 'no') =>
      all({ type: 'result', subtype: 'success', is_error: true, api_error_status, result: text })[0]!.terminal;
    expect([401, 403, 400, 404].map((status) => ended(status))).toEqual([true, true, true, true]);
    expect([429, 408, 500, 529].map((status) => ended(status))).toEqual([false, false, false, false]);
    expect(ended(null, 'Invalid API key')).toBe(true);
    expect(ended(undefined)).toBe(false);
  });

  it('is an end only when nothing says otherwise', () => {
    const kind = (fields: Record<string, unknown>) => all({ type: 'result', ...fields })[0]!.kind;
    expect(kind({ subtype: 'success', is_error: false })).toBe('done');
    expect(kind({ subtype: 'success' })).toBe('error');
    expect(kind({ subtype: 'error_max_turns', is_error: false })).toBe('error');
    expect(kind({})).toBe('error');
  });

  it('never turns a missing token count into zero', () => {
    const usage = (value: unknown) =>
      all({ type: 'result', subtype: 'success', is_error: false, usage: value })[0]!.usage;
    expect(usage(undefined)).toBeUndefined();
    expect(usage({ output_tokens: 1 })).toBeUndefined();
    expect(usage({ input_tokens: 1, output_tokens: 2 })).toMatchObject({ input_tokens: 1, cached_input_tokens: null });
    expect(usage({ input_tokens: 2 ** 53 - 1, output_tokens: 2, cache_read_input_tokens: 9 })).toBeUndefined();
  });

  it('says why it could not be read', () => {
    expect(parse('{"type":')).toEqual([{ kind: 'progress', unread: 'unparseable' }]);
    expect(parse('[1]')).toEqual([{ kind: 'progress', unread: 'not_an_object' }]);
    for (const line of [
      { type: 'x' },
      { type: 'system' },
      { type: 'assistant' },
      { type: 'user', message: { content: 7 } },
    ])
      expect(all(line)).toEqual([{ kind: 'progress', unread: 'unknown_type' }]);
    expect(block({ type: 'telepathy' })).toEqual({ kind: 'progress', unread: 'unknown_type' });
  });
});
