import {
  KEY,
  MODEL,
  ask,
  completed,
  gateway,
  killSwitch,
  open,
  post,
  provider,
  recorder,
  shut,
} from '../testing/gateway.ts';
import { stream } from '../testing/provider.ts';

afterEach(shut);

const PATHS = {
  responses: '/v1/responses',
  chat: '/v1/chat/completions',
  messages: '/v1/messages',
  gemini: `/v1beta/models/${MODEL}:generateContent`,
} as const;
type Path = keyof typeof PATHS;

const send = (path: Path, more: object) => post(PATHS[path], { model: MODEL, ...more });
const says = (content: object) => ({ messages: [{ role: 'user', content: [content] }] });

it.each<[Path, string, object]>([
  ['responses', 'search the web', { tools: [{ type: 'web_search' }] }],
  ['responses', 'call another MCP server', { tools: [{ type: 'mcp', server_url: 'https://evil.example/mcp' }] }],
  ['responses', 'run code', { tools: [{ type: 'function', name: 'f' }, { type: 'code_interpreter' }] }],
  ['responses', 'search, in a namespace', { tools: [{ type: 'namespace', tools: [{ type: 'web_search_preview' }] }] }],
  ['responses', 'act by a type that nobody knows yet', { tools: [{ type: 'time_machine' }] }],
  ['responses', 'act by something that is no tool', { tools: ['web_search'] }],
  ['responses', 'act by a tool of no kind', { tools: [{ name: 'web_search' }] }],
  ['responses', 'act by a tool of a kind that is no word', { tools: [{ type: ['function'] }] }],
  [
    'messages',
    'fetch beside what a tool was asked',
    says({ type: 'tool_use', input: {}, source: { type: 'url', url: 'x' } }),
  ],
  ['responses', 'act by what is nothing', { tools: [null] }],
  ['responses', 'act by what is no list', { tools: { type: 'web_search' } }],
  ['responses', 'use a prompt with tools of its own', { prompt: { id: 'pmpt_1' } }],
  ['responses', 'go on when nobody counts', { background: true }],
  [
    'responses',
    'fetch a picture',
    { input: [{ content: [{ type: 'input_image', image_url: 'https://evil.example/?secret' }] }] },
  ],
  [
    'responses',
    'fetch a file',
    { input: [{ content: [{ type: 'input_file', file_url: 'https://evil.example/?secret' }] }] },
  ],
  ['responses', 'go on from an answer that is kept there', { previous_response_id: 'resp_1' }],
  ['responses', 'go on with a conversation that is kept there', { conversation: { id: 'conv_1' } }],
  ['responses', 'read an item that is kept there', { input: [{ type: 'item_reference', id: 'msg_1' }] }],
  [
    'responses',
    'read a file that is kept there',
    { input: [{ content: [{ type: 'input_file', file_id: 'file_1' }] }] },
  ],
  ['responses', 'read an item that is kept there and not called so', { input: [{ id: 'msg_1' }] }],
  ['responses', 'read an item of no kind that is kept there', { input: [{ type: null, id: 'msg_1' }] }],
  [
    'responses',
    'think on from what is kept there',
    {
      input: [
        {
          type: 'reasoning',
          id: 'rs_1',
          summary: [{ type: 'summary_text', text: 's' }],
          content: [],
          encrypted_content: null,
        },
      ],
    },
  ],
  [
    'responses',
    'show a picture that is kept there',
    { input: [{ type: 'image_generation_call', id: 'ig_1', status: 'completed' }] },
  ],
  [
    'responses',
    'read a summary that is kept there',
    { input: [{ type: 'compaction', id: 'cmp_1', encrypted_content: '' }] },
  ],
  ['responses', 'read whatever is kept there', { input: [{ type: 'function_call', id: 'fc_1', status: 'completed' }] }],
  ['responses', 'search the web by a plugin', { plugins: [{ id: 'web' }] }],
  ['responses', 'ask another model', { models: ['model-2'] }],
  ['chat', 'ask another model', { models: ['model-2'] }],
  ['chat', 'fetch a film', says({ type: 'video_url', video_url: { url: 'https://evil.example/?secret' } })],
  ['chat', 'read a file of its own', says({ type: 'audio_url', audio_url: { url: 'file:///etc/passwd' } })],
  ['chat', 'fetch a document', says({ type: 'document_url', document_url: 'https://evil.example/?secret' })],
  ['chat', 'fetch a file as its bytes', says({ type: 'file', file: { file_data: 'https://evil.example/?secret' } })],
  ['chat', 'read a file that is kept there', says({ type: 'file', file: { file_id: 'file_1' } })],
  ['chat', 'say again what is kept there', { messages: [{ role: 'assistant', audio: { id: 'audio_1' } }] }],
  [
    'messages',
    'read a file that is kept there',
    says({ type: 'document', source: { type: 'file', file_id: 'file_1' } }),
  ],
  ['chat', 'search the web', { web_search_options: {} }],
  ['chat', 'search the web by a plugin', { plugins: [{ id: 'web' }] }],
  ['chat', 'act by a tool of its own', { tools: [{ type: 'web_search' }] }],
  ['chat', 'fetch a picture', says({ type: 'image_url', image_url: { url: 'http://evil.example/?secret' } })],
  ['messages', 'search the web', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
  ['messages', 'fetch', { tools: [{ name: 'mine' }, { type: 'web_fetch_20250910', name: 'web_fetch' }] }],
  ['messages', 'run code', { tools: [{ type: 'code_execution_20250825', name: 'code_execution' }] }],
  [
    'messages',
    'call another MCP server',
    { mcp_servers: [{ type: 'url', url: 'https://evil.example/mcp', name: 'x' }] },
  ],
  [
    'messages',
    'fetch a document',
    says({ type: 'document', source: { type: 'url', url: 'https://evil.example/?secret' } }),
  ],
  ['gemini', 'search the web', { tools: [{ functionDeclarations: [] }, { googleSearch: {} }] }],
  ['gemini', 'fetch', { tools: [{ url_context: {} }] }],
  ['gemini', 'run code', { tools: [{ codeExecution: {} }] }],
  ['gemini', 'fetch a file', { contents: [{ parts: [{ fileData: { fileUri: 'https://evil.example/?secret' } }] }] }],
  ['gemini', 'search, with nothing to say of how', { tools: [{ googleSearch: '' }] }],
  ['gemini', 'bring in what is kept there', { cachedContent: 'cachedContents/1' }],
  ['gemini', 'bring in what is kept there, by its other name', { cached_content: 'cachedContents/1' }],
  ['messages', 'work in a container that is kept there', { container: 'container_1' }],
  ['messages', 'call another MCP server, by another kind of name', { mcp_servers: [{ type: 'connector', id: 'x' }] }],
])(
  'a call (%s) that would have the provider %s does not leave, and is on the record as refused',
  async (path, _, more) => {
    await open((response) => response.end('{}'));
    const response = await send(path, more);
    expect([response.status, provider.requests]).toEqual([400, []]);
    expect(await response.text()).not.toContain(KEY);
    expect(recorder.payloads('model.called')).toMatchObject([{ endpoint: '' }]);
    expect(recorder.payloads('model.answered')).toMatchObject([{ error_class: 'invalid_request', answer: null }]);
  },
);

it.each<[Path, string, object]>([
  [
    'responses',
    'tools of the client',
    { tools: [{ type: 'function' }, { type: 'namespace', tools: [{ type: 'custom' }] }, { type: 'local_shell' }] },
  ],
  [
    'responses',
    'a picture that comes along',
    { input: [{ content: [{ type: 'input_image', image_url: 'data:image/png;base64,AA' }] }] },
  ],
  [
    'responses',
    'nothing of it',
    { tools: [], background: false, prompt: null, previous_response_id: null, conversation: null },
  ],
  [
    'responses',
    'an address that was quoted, and a picture that is not there',
    { input: [{ content: [{ annotations: [{ type: 'url_citation', url: 'https://x.example' }], image_url: null }] }] },
  ],
  [
    'gemini',
    'a search that is not asked for',
    { tools: [{ functionDeclarations: [{ name: 'f' }], googleSearch: null }] },
  ],
  [
    'responses',
    'what was thought, where it comes along',
    {
      input: [
        { type: 'reasoning', id: 'rs_1', summary: [], content: null, encrypted_content: 'AA==' },
        { type: 'reasoning', id: 'rs_2', summary: [], content: [{ type: 'reasoning_text', text: 't' }] },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 's' }], encrypted_content: null },
        { type: 'image_generation_call', id: 'ig_1', result: 'AA==' },
      ],
    },
  ],
  [
    'responses',
    'what a client sends of a conversation',
    {
      input: [
        { type: 'message', id: 'msg_1', role: 'assistant', content: [] },
        { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '' },
        { type: 'function_call_output', id: 'fco_1', call_id: 'c', output: '' },
      ],
    },
  ],
  ['responses', 'a message of no kind that has an id', { input: [{ id: 'msg_1', role: 'user', content: 'hi' }] }],
  [
    'chat',
    'files that come along',
    says({ type: 'file', file: { file_data: 'data:application/pdf;base64,AA', bytes: { file_data: 'AA+/' } } }),
  ],
  ['chat', 'an empty list of plugins', { plugins: [], web_search_options: false }],
  ['chat', 'an answer to be spoken', { audio: { voice: 'alloy', format: 'wav' } }],
  [
    'chat',
    'tools of the client',
    { tools: [{ type: 'function', function: { parameters: { image_url: 'https://x.example' } } }] },
  ],
  [
    'chat',
    'an address in words',
    { messages: [{ role: 'user', content: 'see https://x.example and {"type":"url"}' }] },
  ],
  [
    'messages',
    'tools of the client',
    {
      tools: [
        { name: 'mine', input_schema: { type: 'object' } },
        { type: 'bash_20250124', name: 'bash' },
      ],
    },
  ],
  [
    'messages',
    'arguments that look like it',
    says({
      type: 'tool_use',
      input: { file_id: 'f', image_url: 'https://x.example', source: { type: 'url', url: 'x' } },
    }),
  ],
  ['gemini', 'tools of the client', { tools: [{ functionDeclarations: [{ name: 'f' }] }] }],
  [
    'gemini',
    'arguments that look like it',
    { contents: [{ parts: [{ functionCall: { args: { fileUri: 'https://x.example' } } }] }] },
  ],
])('a call (%s) with %s passes', async (path, _, more) => {
  await open((response) => response.end('{}'));
  expect((await send(path, more)).status).toBe(200);
  expect(provider.requests).toHaveLength(1);
});

it('what the provider said in this episode may be sent back as it came, by whichever name it was told, and nothing of another may', async () => {
  const item = (id: string) => ({ type: 'reasoning', id, summary: [], encrypted_content: null });
  await open((response) => {
    if (provider.requests.length > 1)
      return void response.end(JSON.stringify({ object: 'response', output: [item('rs_2')] }));
    stream(response, { type: 'response.output_item.done', item: item('rs_1') }, completed(1, 1));
    response.end();
  });
  const statuses: number[] = [];
  for (const id of ['rs_1', undefined, 'rs_1', 'rs_2', 'rs_1', 'rs_3', undefined]) {
    const response = await ask({ input: id === undefined ? 'hi' : [item(id)] });
    await response.text();
    statuses.push(response.status);
  }
  expect(statuses).toEqual([400, 200, 200, 200, 200, 400, 200]);
});

it.each(['gpt-4o-search-preview', 'gpt-5-search-api', 'any/model:online', 'perplexity/sonar-pro', 'groq/compound'])(
  'a model that goes out by itself is not asked, whether or not the run names one: %s',
  async (model) => {
    await open((response) => response.end('{}'), { models: null });
    expect((await ask({ model })).status).toBe(400);
    expect([provider.requests, recorder.payloads('model.called').length]).toEqual([[], 1]);
    expect((await ask({ model: 'research-1' })).status).toBe(200);
  },
);

it('a client that does not stop asking for it halts its run', async () => {
  await open((response) => response.end('{}'));
  for (let i = 0; i < 40; i += 1) await (await ask({ tools: [{ type: 'web_search' }] })).text();
  expect(killSwitch.engaged).toMatchObject({ by: 'waist' });
  expect([provider.requests, gateway.usage]).toEqual([[], null]);
});
