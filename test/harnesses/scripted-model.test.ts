import { gzipSync, zstdCompressSync } from 'node:zlib';
import {
  answer,
  call,
  cut,
  failed,
  offeredTools,
  promptText,
  say,
  startScriptedModel,
  status,
  think,
  type ScriptedModel,
  type Step,
} from './scripted-model.ts';

let model: ScriptedModel;
afterEach(() => model.close());

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(`${model.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
const start = async (...scenario: Step[]): Promise<void> => {
  model = await startScriptedModel({ scenario });
};

describe('the scripted model', () => {
  it('walks through its steps and repeats the last one', async () => {
    await start(answer(say('one')), answer(say('two')));
    const texts: string[] = [];
    for (let i = 0; i < 3; i++) texts.push(await (await post('/responses', { model: 'm', input: [] })).text());
    expect(texts.map((text) => /"delta":"(\w+)"/.exec(text)?.[1])).toEqual(['one', 'two', 'two']);
    expect(model.turns).toHaveLength(3);
  });

  it('calls an offered tool inside its namespace, with arguments taken from the prompt', async () => {
    await start(
      answer(
        think('hm'),
        call('note_write', (body) => ({ nonce: /n=(\d+)/.exec(promptText(body))?.[1] })),
      ),
    );
    const body = {
      input: [{ role: 'user', content: [{ text: 'n=42' }] }],
      tools: [{ type: 'namespace', name: 'mcp__x', tools: [{ type: 'function', name: 'note_write' }] }],
    };
    const text = await (await post('/responses', body)).text();
    expect(text).toContain('"name":"note_write","namespace":"mcp__x","arguments":"{\\"nonce\\":\\"42\\"}"');
    expect(offeredTools(model.turns[0]!.body)).toEqual([{ name: 'note_write', namespace: 'mcp__x', type: 'function' }]);
  });

  it('answers chat completions whole and streamed', async () => {
    await start(answer(say('hello'), call('read', { path: 'a' })));
    const tools = [{ type: 'function', function: { name: 'read' } }];
    const whole = (await (await post('/chat/completions', { model: 'm', messages: [], tools })).json()) as {
      choices: { message: { content: string; tool_calls: { function: { name: string } }[] } }[];
      usage: { prompt_tokens: number };
    };
    expect(whole.choices[0]!.message.content).toBe('hello');
    expect(whole.choices[0]!.message.tool_calls[0]!.function.name).toBe('read');
    expect(whole.usage.prompt_tokens).toBe(100);
    const streamed = await (await post('/chat/completions', { stream: true, messages: [], tools })).text();
    expect(streamed.trim().endsWith('data: [DONE]')).toBe(true);
  });

  it('reads gzip and zstd bodies', async () => {
    await start(answer(say('ok')));
    const body = JSON.stringify({ model: 'm', input: [] });
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(body)],
      ['zstd', zstdCompressSync(body)],
    ] as const) {
      await fetch(`${model.url}/responses`, {
        method: 'POST',
        headers: { 'content-encoding': encoding },
        body: new Uint8Array(bytes),
      });
    }
    expect(model.turns.map((turn) => turn.body)).toEqual([
      { model: 'm', input: [] },
      { model: 'm', input: [] },
    ]);
  });

  it('fails as told: a status, a cut stream, a failed response', async () => {
    await start(status(401, 'no such key', 'invalid_api_key'), cut(say('half')), failed('server_error', 'sorry'));
    const refused = await post('/responses', {});
    expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
      401,
      'invalid_api_key',
    ]);
    const broken = await post('/responses', {});
    await expect(broken.text()).rejects.toThrow();
    expect(await (await post('/responses', {})).text()).toContain('response.failed');
  });
});
