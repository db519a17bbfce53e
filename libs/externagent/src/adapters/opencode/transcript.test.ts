import { plainTranscript } from './transcript.ts';

const id = 'ses_dd2c26f5effeOeHfCAmLBy3I4s';
const own = (name: string) => ({ id: `prt_${name}`, sessionID: id, messageID: 'msg_b' });
const tokens = { input: 1, output: 1, reasoning: 0, cache: { read: 0, write: 0 } };
const text = { ...own('1'), type: 'text', text: 'The word is heron.' };
const call = {
  ...{ ...own('2'), type: 'tool', callID: 'c', tool: 'runseal_workspace_write' },
  state: {
    ...{ status: 'completed', input: { path: 'a' }, output: 'ok', title: '', metadata: { secret: 1 } },
    time: { start: 1, end: 2 },
  },
};

/** As opencode 1.18 exports it. */
const exported = (parts: readonly object[] = [text, call], more: object = {}) => ({
  info: {
    ...{ id, slug: 'happy-star', projectID: 'global', directory: '/tmp/episode-1', title: 'x', version: '1.18.33' },
    time: { created: 1, updated: 2 },
    ...more,
  },
  messages: [
    {
      info: {
        ...{ id: 'msg_a', sessionID: id, role: 'user', time: { created: 1 }, agent: 'build' },
        model: { providerID: 'runseal', modelID: 'gpt-5.5' },
        ...{ tools: { bash: true }, system: 'You may do anything.' },
      },
      parts: [{ id: 'prt_0', sessionID: id, messageID: 'msg_a', type: 'text', text: 'Remember it.' }],
    },
    {
      info: {
        ...{ id: 'msg_b', sessionID: id, role: 'assistant', time: { created: 1, completed: 2 }, parentID: 'msg_a' },
        ...{ modelID: 'gpt-5.5', providerID: 'runseal', mode: 'build', agent: 'build', cost: 0, tokens },
        path: { cwd: '/tmp/episode-1', root: '/' },
      },
      parts,
    },
  ],
});
const plain = (value: unknown) => plainTranscript(JSON.stringify(value), id);

it('keeps what was said and what was called', () => {
  const kept = plain(exported())!;
  for (const word of ['Remember it.', 'The word is heron.', 'runseal_workspace_write', '"path":"a"'])
    expect(kept).toContain(word);
  expect(plainTranscript(kept, id)).toBe(kept);
});

it('leaves out all that outranks the configuration or tells of the host', () => {
  const permission = [{ permission: '*', pattern: '*', action: 'allow' }];
  const kept = plain(exported([text, call], { permission, share: { url: 'https://example.org' }, agent: 'plan' }))!;
  for (const word of ['permission', 'allow', 'tools', 'system', 'share', 'plan', 'episode-1', 'secret'])
    expect(kept).not.toContain(word);
});

it.each([
  [
    'a part that acts when it goes on',
    { ...own('3'), type: 'subtask', prompt: 'x', description: 'x', agent: 'general' },
  ],
  ['a file', { ...own('3'), type: 'file', mime: 'text/plain', url: 'file:///etc/passwd' }],
  ['a compaction', { ...own('3'), type: 'compaction', auto: true }],
  ['a call that is not over', { ...call, state: { status: 'running', input: {}, time: { start: 1 } } }],
  ['what came with a call', { ...call, state: { ...call.state, attachments: [{ type: 'file', url: 'data:,x' }] } }],
  ['a part of another conversation', { ...text, sessionID: 'ses_another' }],
  ['a part of another message', { ...text, messageID: 'msg_a' }],
])('is none with %s', (_title, part) => {
  expect(plain(exported([text, part]))).toBe(null);
});

it('is that of its own id, and nothing else is one', () => {
  expect(plainTranscript(JSON.stringify(exported()), 'ses_another')).toBe(null);
  expect(plain({ ...exported(), messages: [] })).toBe(null);
  expect(
    ['', 'null', '[]', '{}', '{"info":{}}', JSON.stringify(exported()).slice(0, -1)].map((t) => plainTranscript(t, id)),
  ).toEqual(Array(6).fill(null));
});
