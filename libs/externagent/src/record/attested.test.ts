/** What an event keeps of a line for good, and what is content. */
import { contentRefsIn, encodeCbor, toHex } from '@runseal/spine';
import type { HarnessEvent } from '../adapter.ts';
import { claudeAdapter } from '../adapters/claude/index.ts';
import { codexAdapter } from '../adapters/codex/index.ts';
import { reproject } from '../evidence/reproject.ts';
import { readFrame, type ReadFrame } from '../frames/read.ts';
import { redactor } from '../redact.ts';
import { attestedDrafts } from './attested.ts';

const SECRET = 'sk-secret';
const utf8 = new TextEncoder();

const asCodex = (line: string) => codexAdapter().parse(line);

const read = (line: string, parse: (line: string) => readonly HarnessEvent[]): ReadFrame =>
  readFrame(
    { number: 1, sha256: new Uint8Array(32), bytes: line.length, line: utf8.encode(line), terminated: true },
    { parse },
  )!;

/** The event of one line, and its contents by the field that names them. */
function recorded(line: object, parse: (line: string) => readonly HarnessEvent[]) {
  const [draft] = attestedDrafts([read(JSON.stringify(line), parse)], redactor([SECRET]));
  const { payload, contents = [] } = draft!;
  const textOf = (field: string): string | undefined => {
    const [ref] = contentRefsIn(payload[field] ?? null);
    const content = contents.find((one) => ref !== undefined && toHex(one.ref.commitment) === toHex(ref.commitment));
    return content === undefined ? undefined : new TextDecoder().decode(content.bytes);
  };
  const event = new TextDecoder('latin1').decode(encodeCbor(payload));
  return { payload, contents, event, words: textOf('words'), raw: textOf('raw') };
}

const codex = (item: object) => recorded({ type: 'item.completed', item: { id: 'item_1', ...item } }, asCodex);

test.each<[string, object, string, object]>([
  [
    'a command',
    { type: 'command_execution', command: 'mail Anna Muster', aggregated_output: 'sent', status: 'completed' },
    'mail Anna Muster',
    { status: 'completed' },
  ],
  [
    'a change of files',
    { type: 'file_change', changes: [{ kind: 'add', path: 'Muster.txt' }], status: 'completed' },
    'add Muster.txt',
    { status: 'completed' },
  ],
  ['a search', { type: 'web_search', query: 'who is Anna Muster' }, 'who is Anna Muster', {}],
  [
    'a call of another server',
    { type: 'mcp_tool_call', server: 'crm', tool: 'find', status: 'failed', error: { message: 'no Muster' } },
    'no Muster',
    { server: 'crm', tool: 'find', status: 'failed' },
  ],
])('the words of %s are content, and its event keeps names', (_, item, words, summary) => {
  const { payload, event, contents, ...said } = codex(item);
  expect(said.words).toBe(words);
  expect(payload['summary']).toEqual(summary);
  expect(event).not.toContain('Muster');
  expect(contents).toHaveLength(2);
});

test('a line about nothing it did by itself has one content, and no words', () => {
  const { payload, contents } = codex({ type: 'agent_message', text: 'Anna Muster says hello.' });
  expect(Object.keys(payload)).not.toContain('words');
  expect(contents).toHaveLength(1);
  // Nor has one that says nothing of what it did.
  expect(Object.keys(codex({ type: 'web_search' }).payload)).not.toContain('words');
});

test('secrets are out of the words before they are kept, and each part of them is cut', () => {
  expect(codex({ type: 'command_execution', command: `curl -H ${SECRET} x` }).words).toBe('curl -H [redacted] x');
  const { words } = recorded({ a: 1 }, () => [{ kind: 'native_command', command: 'c'.repeat(600), text: 'failed' }]);
  expect(words).toBe(`${'c'.repeat(511)}…\nfailed`);
});

test('what could not be a name is not kept as one', () => {
  const use = { type: 'tool_use', id: 'toolu_1', name: 'mcp__crm__mail Anna Muster', input: {} };
  const { payload, event } = recorded({ type: 'assistant', message: { content: [use] } }, (line) =>
    claudeAdapter().parse(line),
  );
  expect(payload).toMatchObject({
    kind: 'foreign_mcp_call',
    summary: { server: 'crm', tool: '(not a name)', call_id: 'toolu_1' },
  });
  expect(event).not.toContain('Muster');
  expect(codex({ type: 'web_search', query: 'x', status: SECRET }).event).not.toContain(SECRET);
});

describe('reading such a line again', () => {
  const line = { type: 'item.completed', item: { id: 'item_1', type: 'command_execution', command: 'ls /x' } };
  const { payload, contents } = recorded(line, asCodex);
  const all = new Map(contents.map(({ ref, bytes }) => [toHex(ref.commitment), bytes]));
  const hexOf = (field: string) => toHex(contentRefsIn(payload[field]!)[0]!.commitment);
  const again = (of: object, held: ReadonlyMap<string, Uint8Array> = all, parse = asCodex) =>
    reproject({ parse }, [{ seq: 7, type: 'provenance.attested', payload: { ...payload, ...of } }], (hex) =>
      held.get(hex),
    );

  it('finds the words that were recorded, also where they stand in the event', () => {
    expect(again({})).toMatchObject({ read: 1, differences: [] });
    expect(again({ words: undefined, summary: { command: 'ls /x' } })).toMatchObject({ read: 1, differences: [] });
    expect(
      again({ words: undefined, summary: { command: 'ls /x', status: 'very much done' } }).differences,
    ).toHaveLength(1);
  });

  it('says where others would be recorded, and where there were none', () => {
    const other = () => [{ kind: 'native_command' as const, command: 'rm /x' }];
    const recordedThen = { kind: 'native_command', words: 'ls /x' };
    expect(again({}, all, other).differences).toMatchObject([
      { seq: 7, recorded: recordedThen, now: { words: 'rm /x' } },
    ]);
    expect(again({ words: undefined }).differences).toMatchObject([
      { recorded: { words: null }, now: { words: 'ls /x' } },
    ]);
    expect(again({ words: undefined, summary: { command: 'ls /y' } }).differences).toHaveLength(1);
  });

  it('holds nothing against words that are not at hand', () => {
    const line = new Map([[hexOf('raw'), all.get(hexOf('raw'))!]]);
    expect(again({}, line)).toMatchObject({ read: 1, differences: [] });
    expect(again({}, new Map())).toMatchObject({ read: 0, missing: [1], differences: [] });
  });
});
