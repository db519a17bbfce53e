import type { HarnessEvent } from '../../../adapter.ts';
import { capturedLines } from '../../../testing/captures.ts';
import { parseLine } from './line.ts';

const parse = (line: string): readonly HarnessEvent[] => parseLine(line, 'bridge');
const one = (value: unknown): HarnessEvent => parse(JSON.stringify(value))[0]!;
const capture = (name: string): HarnessEvent[] => capturedLines(`app-${name}.rpc.jsonl`).flatMap(parse);
const item = (fields: Record<string, unknown>, phase = 'completed'): HarnessEvent =>
  one({ method: `item/${phase}`, params: { item: { id: 'i', ...fields } } });
const kindsOf = (events: readonly HarnessEvent[]): string[] => events.map((event) => event.kind);

describe('a captured conversation', () => {
  it('gives the call with its id, the final text and the usage of the thread', () => {
    const events = capture('mcp1');
    expect(events.filter((event) => event.kind === 'bridge_call')).toEqual([
      {
        kind: 'bridge_call',
        server: 'bridge',
        tool: 'read_file',
        args: { path: 'notes.txt' },
        status: 'completed',
        callId: 'call_001017',
      },
    ]);
    expect(events.filter((event) => event.kind === 'text')).toEqual([
      { kind: 'text', text: 'The file says: hello bridge.' },
    ]);
    expect(events.findLast((event) => event.usage)?.usage).toEqual({
      input_tokens: 200,
      output_tokens: 20,
      cached_input_tokens: 40,
      reasoning_tokens: 6,
      source: 'reported',
    });
    expect(kindsOf(events).filter((kind) => kind === 'done')).toHaveLength(1);
    expect(new Set(events.flatMap((event) => event.session ?? [])).size).toBe(1);
  });

  it('fails for good when the provider refuses the key, and only then', () => {
    const errors = capture('401').filter((event) => event.kind === 'error');
    expect(errors.length).toBe(2);
    expect(errors.every((event) => event.terminal)).toBe(true);
  });

  it('tells what was asked for, and what was declined', () => {
    const events = capture('exec-decline');
    expect(events.filter((event) => event.status === 'declined')).toMatchObject([
      { kind: 'progress', text: 'asks for item/commandExecution/requestApproval' },
      { kind: 'progress', item: 'call_000026' },
    ]);
    expect(capture('patch-accept').filter((event) => event.kind === 'file_change' && !event.open)).toHaveLength(1);
    expect(
      capture('mcp-elicit-decline').find((event) => event.kind === 'bridge_call' && event.status !== 'completed'),
    ).toBeDefined();
    expect(kindsOf(capture('interrupt')).at(-1)).toBe('error');
    expect(kindsOf(capture('required-unreachable')).at(-1)).toBe('error');
  });
});

describe('one line', () => {
  it('takes a call to another MCP server for foreign', () => {
    expect(item({ type: 'mcpToolCall', server: 'bridge2', tool: 't' }).kind).toBe('foreign_mcp_call');
    expect(item({ type: 'mcpToolCall', tool: 't' }).kind).toBe('foreign_mcp_call');
  });

  it('routes by method before it looks at ids', () => {
    expect(one({ id: 3, method: 'turn/completed', params: { turn: { status: 'completed' } } })).toMatchObject({
      kind: 'progress',
      status: 'declined',
    });
    expect(one({ id: 3, result: {} })).toEqual({ kind: 'progress', text: 'answer' });
  });

  it('counts what codex does by itself from its start', () => {
    expect(item({ type: 'fileChange' }, 'started')).toMatchObject({ kind: 'file_change', item: 'i', open: true });
    expect(item({ type: 'webSearch', query: 'q' })).toMatchObject({ kind: 'web_search', command: 'q' });
    expect(item({ type: 'subAgentActivity' })).toMatchObject({ kind: 'native_command' });
  });

  it('says why it could not be read', () => {
    expect(parse('{"id":')).toEqual([{ kind: 'progress', unread: 'unparseable' }]);
    expect(parse('[1]')).toEqual([{ kind: 'progress', unread: 'not_an_object' }]);
    for (const line of [{}, { id: 1 }, { method: 'x/y' }, { method: 'item/started' }, { method: '__proto__' }])
      expect(one(line)).toEqual({ kind: 'progress', unread: 'unknown_type' });
    for (const type of ['telepathy', '__proto__', 'constructor', 'toString'])
      expect(item({ type })).toEqual({ kind: 'progress', unread: 'unknown_type' });
  });
});
