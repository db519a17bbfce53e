import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HarnessEvent } from '../../../adapter.ts';
import { CAPTURES, capturedLines, capturesOf } from '../../../testing/captures.ts';
import { parseLine } from './line.ts';

const parse = (line: string): readonly HarnessEvent[] => parseLine(line, 'bridge');
const one = (value: unknown): HarnessEvent => parse(JSON.stringify(value))[0]!;
const item = (fields: Record<string, unknown>, phase = 'completed'): HarnessEvent =>
  one({ type: `item.${phase}`, item: { id: 'item_0', ...fields } });

describe('a captured codex stream', () => {
  it.each(capturesOf('codex'))('%s ends as its own exit code says', (name) => {
    const { exitCode } = JSON.parse(
      readFileSync(join(CAPTURES, name.replace('.stdout.jsonl', '.meta.json')), 'utf8'),
    ) as { exitCode: number | null };
    const kinds = capturedLines(name)
      .flatMap(parse)
      .map((event) => event.kind);
    const terminal = kinds.filter((kind) => kind === 'done' || kind === 'error').at(-1);
    if (terminal === 'done') expect(exitCode ?? 0).toBe(0);
    if (exitCode === 0) expect(terminal).toBe('done');
  });

  it('gives the calls, the final text and the usage of the recommended episode', () => {
    const events = capturedLines('recommended.stdout.jsonl').flatMap(parse);
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
    expect(events.at(-1)).toEqual({
      kind: 'done',
      usage: { input_tokens: 300, output_tokens: 30, cached_input_tokens: 60, reasoning_tokens: 9, source: 'reported' },
    });
  });

  it.each([
    ['fail-model-401', true],
    ['fail-quota', true],
    ['fail-unknown-model-400', true],
    ['fail-no-env-key', true],
    ['fail-ctx', true],
    ['fail-500-forever', false],
    ['fail-429-forever', false],
    ['fail-stream-cut', false],
    ['fail-model-unreachable-bounded', false],
  ])('%s: worth retrying unless terminal (%s)', (name, terminal) => {
    const events = capturedLines(`${name}.stdout.jsonl`).flatMap(parse);
    expect(events.at(-1)).toMatchObject({ kind: 'error', terminal });
  });

  it('takes reconnecting for progress, so a turn that recovers has no error', () => {
    const events = capturedLines('fail-stream-cut-then-ok.stdout.jsonl').flatMap(parse);
    expect(events.filter((event) => event.kind === 'error')).toEqual([]);
    expect(events.some((event) => event.kind === 'progress' && event.text?.startsWith('Reconnecting'))).toBe(true);
  });

  it('names what codex says it did by itself', () => {
    expect(
      capturedLines('native-open-exec_command.stdout.jsonl')
        .flatMap(parse)
        .some((e) => e.kind === 'progress'),
    ).toBe(true);
    const command = capturedLines('bwrap-minimal-native-open.stdout.jsonl').flatMap(parse);
    expect(command.findLast((e) => e.kind === 'native_command')).toMatchObject({ status: 'completed' });
    const patch = capturedLines('native-wswrite-apply_patch.stdout.jsonl').flatMap(parse);
    expect(patch.findLast((e) => e.kind === 'file_change')).toMatchObject({ status: 'completed' });
    const search = capturedLines('native-open-websearch.stdout.jsonl').flatMap(parse);
    expect(search.findLast((e) => e.kind === 'web_search')).toMatchObject({ text: 'weather: seattle' });
    const plan = capturedLines('item-todo_list.stdout.jsonl').flatMap(parse);
    expect(plan.filter((e) => e.kind === 'plan')).toEqual([{ kind: 'plan', text: '[x] one\n[x] two' }]);
  });
});

describe('one line', () => {
  it('names what codex does by itself from its start, under one id', () => {
    const command = { type: 'command_execution', command: 'ls', status: 'in_progress' };
    expect(item(command, 'started')).toEqual({
      kind: 'native_command',
      command: 'ls',
      status: 'in_progress',
      item: 'item_0',
      open: true,
    });
    expect(item({ ...command, status: 'completed' })).toEqual({
      kind: 'native_command',
      command: 'ls',
      status: 'completed',
      item: 'item_0',
    });
    expect(one({ type: 'item.started', item: { type: 'file_change' } })).toEqual({
      kind: 'file_change',
      status: 'in_progress',
    });
  });

  it('counts a message once, though it can come started and completed', () => {
    const message = { type: 'agent_message', text: 'hi' };
    expect([item(message, 'started'), item(message)].map((event) => event.kind)).toEqual(['progress', 'text']);
  });

  it('reads the older item_type as type', () => {
    expect(item({ item_type: 'reasoning', text: 'hm' })).toEqual({ kind: 'reasoning', text: 'hm' });
  });

  it('takes a call to another MCP server for foreign', () => {
    const call = { type: 'mcp_tool_call', tool: 't', arguments: {}, status: 'completed' };
    expect(item({ ...call, server: 'bridge' }).kind).toBe('bridge_call');
    expect(item({ ...call, server: 'bridge2' }).kind).toBe('foreign_mcp_call');
    expect(item(call).kind).toBe('foreign_mcp_call');
  });

  it('never turns a missing token count into zero', () => {
    expect(one({ type: 'turn.completed' })).toEqual({ kind: 'done' });
    expect(one({ type: 'turn.completed', usage: { output_tokens: 3 } })).toEqual({ kind: 'done' });
    expect(one({ type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 2.5 } })).toEqual({ kind: 'done' });
    expect(one({ type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 2 } }).usage).toMatchObject({
      cached_input_tokens: null,
      reasoning_tokens: null,
    });
  });

  it('says why a line could not be read', () => {
    expect(parse('{"type":')[0]).toEqual({ kind: 'progress', unread: 'unparseable' });
    expect(parse('[1]')[0]).toEqual({ kind: 'progress', unread: 'not_an_object' });
    expect(one({ type: 'thread.melted' })).toEqual({ kind: 'progress', unread: 'unknown_type' });
    expect(item({ type: 'telepathy' })).toEqual({ kind: 'progress', unread: 'unknown_type' });
    expect(one({ type: 'item.completed' })).toEqual({ kind: 'progress', unread: 'unknown_type' });
    expect(item({ type: 'agent_message', text: 7 })).toEqual({ kind: 'progress', unread: 'unknown_type' });
  });

  it('is nothing when it is blank', () => {
    expect(['', ' ', '\t\r'].map(parse)).toEqual([[], [], []]);
  });
});
