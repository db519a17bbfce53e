import type { HarnessEvent } from '../../../adapter.ts';
import { capturedLines, capturesOf } from '../../../testing/captures.ts';
import { parseLine } from './line.ts';

const parse = (line: string): readonly HarnessEvent[] => parseLine(line, 'bridge');
const one = (value: unknown): HarnessEvent => parse(JSON.stringify(value))[0]!;
const capture = (name: string): HarnessEvent[] => capturedLines(`${name}.stdout.jsonl`).flatMap(parse);
const tool = (name: unknown, state: unknown = {}): HarnessEvent =>
  one({ type: 'tool_use', part: { tool: name, state } });

describe('a captured stream', () => {
  it.each(capturesOf('opencode'))('%s has one end, and says whose it is', (name) => {
    const events = capturedLines(name).flatMap(parse);
    expect(events.filter((event) => event.kind === 'done')).toHaveLength(1);
    expect(events[0]!.session).toMatch(/^ses_/);
  });

  it('gives calls, the final text and the usage of each step', () => {
    const events = capture('oc-mcp2-locked');
    expect(events.filter((event) => event.kind === 'bridge_call')).toEqual([
      { kind: 'bridge_call', server: 'bridge', tool: 'read_file', args: { path: 'notes.txt' }, status: 'completed' },
      {
        kind: 'bridge_call',
        server: 'bridge',
        tool: 'write_file',
        args: { path: 'out.txt', content: 'written by agent' },
        status: 'completed',
      },
    ]);
    expect(events.filter((event) => event.kind === 'text')).toEqual([{ kind: 'text', text: 'Done: read and wrote.' }]);
    expect(events.filter((event) => event.adds)).toHaveLength(3);
    expect(events.at(-1)).toEqual({
      kind: 'done',
      adds: true,
      usage: { input_tokens: 100, output_tokens: 10, cached_input_tokens: 20, reasoning_tokens: 0, source: 'reported' },
    });
  });

  it('tells a tool that was not there from one that ran', () => {
    expect(capture('oc-bash-locked').filter((event) => event.status === 'declined')).toMatchObject([
      { kind: 'progress', command: 'bash: touch pwned-obash' },
    ]);
  });
});

describe('one line', () => {
  it('counts what opencode does by itself', () => {
    expect(tool('bash', { status: 'completed', input: { command: 'ls' } })).toEqual({
      kind: 'native_command',
      command: 'bash: ls',
      status: 'completed',
    });
    expect(tool('edit', { status: 'completed', input: { filePath: 'x' } })).toMatchObject({ kind: 'file_change' });
    expect(tool('webfetch')).toMatchObject({ kind: 'web_search' });
    expect(tool('other_read_file')).toMatchObject({ kind: 'native_command', command: 'other_read_file' });
    const quoted = 'exit 1: Model tried to call unavailable tool ';
    expect(tool('bash', { status: 'error', error: quoted })).toMatchObject({ kind: 'native_command' });
    expect(tool('bash', { status: 'completed', error: quoted.slice(8) })).toMatchObject({ kind: 'native_command' });
  });

  it('ends only with a step that stopped by itself', () => {
    const step = (reason: unknown) => one({ type: 'step_finish', part: { reason } }).kind;
    expect([step('stop'), step('tool-calls'), step('length'), step(7), step(undefined)]).toEqual([
      'done',
      'usage',
      'error',
      'error',
      'error',
    ]);
  });

  it('is worth retrying unless the provider refused it', () => {
    const failed = (error: unknown) => one({ type: 'error', error });
    expect(failed({ name: 'APIError', data: { message: 'no', statusCode: 401 } })).toEqual({
      kind: 'error',
      text: 'no',
      terminal: true,
    });
    expect(failed({ data: { message: 'no', statusCode: 503 } }).terminal).toBe(false);
    expect(failed({ data: { message: 'Unauthorized' } }).terminal).toBe(true);
    expect(failed(7)).toMatchObject({ kind: 'error', terminal: false });
  });

  it('never turns a missing token count into zero', () => {
    const usage = (tokens: unknown) => one({ type: 'step_finish', part: { reason: 'stop', tokens } }).usage;
    expect(usage(undefined)).toBeUndefined();
    expect(usage({ input: 1 })).toBeUndefined();
    expect(usage({ input: 1, output: 2 })).toMatchObject({ cached_input_tokens: null, reasoning_tokens: null });
    expect(usage({ input: 1, output: 2, reasoning: 3, cache: { read: 4, write: 5 } })).toMatchObject({
      input_tokens: 10,
      output_tokens: 5,
    });
  });

  it('says why it could not be read', () => {
    expect(parse('{"type":')).toEqual([{ kind: 'progress', unread: 'unparseable' }]);
    expect(parse('[1]')).toEqual([{ kind: 'progress', unread: 'not_an_object' }]);
    for (const line of [{ type: 'x' }, { type: 'text' }, { type: 'tool_use' }, { type: 'text', part: { text: 7 } }])
      expect(one(line)).toEqual({ kind: 'progress', unread: 'unknown_type' });
  });
});
