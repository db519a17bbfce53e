import { KEY, MODEL, answered, ask, gateway, open, post, provider, shut } from '../testing/gateway.ts';
import { stream } from '../testing/provider.ts';

afterEach(shut);

describe('each protocol', () => {
  it.each([
    [
      'Chat Completions',
      '/v1/chat/completions',
      { model: MODEL },
      'authorization',
      '/chat/completions',
      [
        { choices: [{ delta: { content: 'hi' }, finish_reason: null }] },
        { choices: [{ delta: {}, finish_reason: 'stop' }] },
        { choices: [], usage: { prompt_tokens: 7, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 1 } } },
      ],
      { input_tokens: 7, output_tokens: 2, cached_input_tokens: 1, reasoning_tokens: null },
    ],
    [
      'Anthropic messages',
      '/v1/messages?beta=true',
      { model: MODEL },
      'x-api-key',
      '/v1/messages?beta=true',
      [
        {
          type: 'message_start',
          message: { usage: { input_tokens: 3, cache_read_input_tokens: 4, output_tokens: 1 } },
        },
        { type: 'content_block_delta', delta: { text: 'hi' } },
        { type: 'message_delta', usage: { output_tokens: 9 } },
        { type: 'message_stop' },
      ],
      { input_tokens: 7, output_tokens: 9, cached_input_tokens: 4, reasoning_tokens: null },
    ],
    [
      'Gemini',
      `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse&key=leak`,
      { contents: [] },
      'x-goog-api-key',
      `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`,
      [
        {
          candidates: [{ content: { parts: [{ text: 'hi' }] }, finishReason: 'STOP' }],
          usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, thoughtsTokenCount: 3 },
        },
      ],
      { input_tokens: 5, output_tokens: 5, cached_input_tokens: null, reasoning_tokens: 3 },
    ],
  ])('%s goes to its path with its key and is counted', async (_, path, body, header, sent, messages, usage) => {
    await open((response) => {
      stream(response, ...messages);
      response.end();
    });
    const bearer = header === 'authorization' ? 'Bearer ' : '';
    const response = await post(path, body, { [header]: `${bearer}${gateway.address.token}` });
    await response.text();
    expect(provider.requests[0]!.path).toBe(sent);
    expect(provider.requests[0]!.headers[header]).toBe(`${bearer}${KEY}`);
    expect(await answered()).toMatchObject({ error: null, usage: { ...usage, source: 'measured' } });
  });

  it('says nothing of usage the provider does not give: missing is not zero', async () => {
    await open((response) => {
      stream(response, { choices: [{ delta: { content: 'hi' }, finish_reason: 'stop' }] });
      response.end();
    });
    await (await post('/v1/chat/completions', { model: MODEL })).text();
    expect(await answered()).toMatchObject({ error: null, usage: null });
    expect(gateway.usage).toBe(null);
  });

  it('is counted when it is answered whole', async () => {
    await open((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ object: 'response', status: 'completed', usage: { input_tokens: 4, output_tokens: 5 } }),
      );
    });
    await (await ask()).text();
    expect(await answered()).toMatchObject({ error: null, usage: { input_tokens: 4, output_tokens: 5 } });
  });
});
