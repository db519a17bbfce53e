import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTestRun, type TestRun, type TestRunOptions } from '../testing/index.ts';
import { chatDriver } from './chat-driver.ts';
import { DEFAULT_LIMITS } from './request.ts';

type Reply = (request: IncomingMessage, body: Record<string, unknown>, response: ServerResponse) => void;

const KEY = 'key-that-must-not-leak';
const quick = { ...DEFAULT_LIMITS, timeoutMs: 2_000, attempts: 3, backoffMs: 1, maxBackoffMs: 5 };

const message = (fields: object, usage: object | null = { prompt_tokens: 10, completion_tokens: 2 }) =>
  JSON.stringify({ choices: [{ message: { role: 'assistant', ...fields } }], ...(usage === null ? {} : { usage }) });
const call = (id: string, name: string, args: string) => ({
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
});

describe('the chat harness against a provider', () => {
  let server: Server;
  let run: TestRun;
  let seen: { request: IncomingMessage; body: Record<string, unknown> }[];

  const drive = async (replies: Reply[], options: TestRunOptions = {}) => {
    seen = [];
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
        seen.push({ request, body });
        (replies[seen.length - 1] ?? replies.at(-1)!)(request, body, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    run = await openTestRun({
      model: 'm-1',
      env: { RUNSEAL_CHAT_BASE_URL: base, RUNSEAL_CHAT_API_KEY: KEY },
      objective: 'Do it.',
      ...options,
    });
    return chatDriver(quick).run(run.context);
  };
  const answer =
    (text: string, status = 200): Reply =>
    (_request, _body, response) =>
      response.writeHead(status).end(text);

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await run.remove();
  });

  it('calls tools, feeds their results back and records what was sent and answered', async () => {
    const result = await drive(
      [
        answer(message(call('c1', 'workspace_write', '{"path":"a.txt","content":"A"}'))),
        answer(message({ content: 'All done.' })),
      ],
      {
        guidance: 'Be brief.',
        stopCondition: 'a.txt exists',
      },
    );
    expect(result).toMatchObject({ finished: 'completed', finalText: 'All done.', steps: 2 });
    expect(result.usage).toEqual({
      input_tokens: 20,
      output_tokens: 4,
      cached_input_tokens: null,
      reasoning_tokens: null,
      source: 'measured',
    });
    expect(run.types()).toEqual([
      'episode.started',
      'model.called',
      'model.answered',
      'dispatch.start',
      'dispatch.end',
      'model.called',
      'model.answered',
      'episode.ended',
    ]);
    expect(seen[0]!.request).toMatchObject({
      url: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}` },
    });
    expect(seen[0]!.body['messages']).toMatchObject([
      { role: 'system', content: 'Be brief.\n\nDone when: a.txt exists' },
      { role: 'user', content: 'Do it.' },
    ]);
    expect(seen[1]!.body['messages']).toMatchObject([
      {},
      {},
      { role: 'assistant', tool_calls: [{ id: 'c1' }] },
      { role: 'tool', tool_call_id: 'c1' },
    ]);
    const [called] = run.recorder.payloads('model.called') as unknown as [{ request: { commitment: Uint8Array } }];
    expect(JSON.parse(Buffer.from(run.recorder.contentOf(called.request).bytes).toString())).toEqual(seen[0]!.body);
    expect(run.recorder.payloads('dispatch.start')[0]).toMatchObject({ harness_call_id: 'c1', via: 'native' });
  });

  it('lets the model see that its arguments were no JSON, and mends nothing', async () => {
    await drive([answer(message(call('c1', 'workspace_list', '{"path": "."'))), answer(message({ content: 'ok' }))]);
    expect(run.recorder.payloads('dispatch.rejected')[0]).toMatchObject({
      reason: 'arguments_invalid',
      harness_call_id: 'c1',
    });
    const messages = seen[1]!.body['messages'] as Record<string, unknown>[];
    expect(messages.at(-1)).toMatchObject({
      role: 'tool',
      content: expect.stringMatching(/arguments_invalid/) as string,
    });
    expect(messages.at(-2)).toMatchObject({ tool_calls: [{ function: { arguments: '{"path": "."' } }] });
  });

  it('tries again after 429 and 5xx, a bounded number of times', async () => {
    const result = await drive([answer('slow down', 429), answer('oops', 503), answer(message({ content: 'ok' }))]);
    expect(result.finished).toBe('completed');
    expect(seen).toHaveLength(3);
    expect(run.recorder.payloads('model.called')).toHaveLength(1);
  });

  it('gives up on a provider that stays down, and records the error as the answer', async () => {
    const result = await drive([answer('oops', 500)]);
    expect(result).toMatchObject({ finished: 'failed', errorClass: 'model_unreachable', steps: 1 });
    expect(seen).toHaveLength(3);
    const [answered] = run.recorder.payloads('model.answered') as unknown as [{ error: { commitment: Uint8Array } }];
    expect(answered).toMatchObject({ usage: null, error_class: 'model_unreachable' });
    expect(Buffer.from(run.recorder.contentOf(answered.error).bytes).toString()).toMatch(/^model_unreachable: .*oops/);
  });

  it('does not repeat a refused request, and keeps the key out of everything', async () => {
    const result = await drive([answer(`Incorrect API key: ${KEY}`, 401)]);
    expect(result).toMatchObject({ finished: 'failed', errorClass: 'model_refused' });
    expect(seen).toHaveLength(1);
    const [answered] = run.recorder.payloads('model.answered') as unknown as [{ answer: { commitment: Uint8Array } }];
    expect(Buffer.from(run.recorder.contentOf(answered.answer).bytes).toString()).toBe('Incorrect API key: [redacted]');
    for (const bytes of run.recorder.canonical) expect(Buffer.from(bytes).includes(KEY)).toBe(false);
  });

  it('keeps no half of the key either, where its words are cut, and none of it in a good answer', async () => {
    const result = await drive([answer(`${'x'.repeat(490)}${KEY}`, 400)]);
    expect(JSON.stringify(result)).not.toContain(KEY.slice(0, 5));
    await run.remove();
    server.close();
    await drive([answer(message({ content: `You sent me ${KEY}.` }))]);
    const { answer: ref } = run.recorder.payloads('model.answered').at(-1) as { answer: { commitment: Uint8Array } };
    const kept = Buffer.from(run.recorder.contentOf(ref).bytes).toString();
    expect(kept).toContain('You sent me [redacted].');
  });

  it('follows no redirect with its key', async () => {
    const result = await drive([
      (_request, _body, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
    ]);
    expect(result.errorClass).toBe('model_unreachable');
    expect(seen.every(({ request }) => request.url === '/v1/chat/completions')).toBe(true);
  });

  it.each(['not json', '{}', '{"choices":[]}', '{"choices":[{"message":{"tool_calls":[{"id":1}]}}]}'])(
    'calls %s no answer',
    async (text) => {
      expect(await drive([answer(text)])).toMatchObject({ finished: 'failed', errorClass: 'model_answer_invalid' });
    },
  );

  it('takes missing usage as unknown, not as zero', async () => {
    const result = await drive([
      answer(message(call('c1', 'workspace_list', '{}'))),
      answer(message({ content: 'ok' }, null)),
    ]);
    expect(result).toMatchObject({ finished: 'completed', usage: null });
  });

  it('ends at its time-out while the provider is silent', async () => {
    const result = await drive([() => undefined], { timeoutMs: 150 });
    expect(result).toMatchObject({ finished: 'failed', errorClass: 'timed_out' });
  });

  it('ends at once when it is halted in mid-answer', async () => {
    const result = await drive([() => run.context.killSwitch.engage('enough', 'tester')]);
    expect(result).toMatchObject({ finished: 'halted', errorClass: 'run_halted' });
  });
});

describe('the chat harness before a run', () => {
  it('says what is missing', async () => {
    expect(await chatDriver().ready({})).toMatchObject({ available: false, code: 'harness_missing' });
  });

  it('refuses to start without key or model', async () => {
    const run = await openTestRun({ model: 'm' });
    await expect(chatDriver().run(run.context)).rejects.toMatchObject({ code: 'harness_not_ready' });
    const env = { RUNSEAL_CHAT_BASE_URL: 'http://127.0.0.1:9/v1', RUNSEAL_CHAT_API_KEY: 'k' };
    await expect(chatDriver().run({ ...run.context, env, model: null })).rejects.toMatchObject({
      code: 'model_required',
    });
    expect(run.types()).toEqual([]);
    await run.remove();
  });
});
