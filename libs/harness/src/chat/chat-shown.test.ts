import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTestRun, type TestRun, type TestRunOptions } from '../testing/index.ts';
import { chatDriver } from './chat-driver.ts';
import { DEFAULT_LIMITS } from './request.ts';

const KEY = 'key-that-must-not-leak';
const quick = { ...DEFAULT_LIMITS, timeoutMs: 2_000, attempts: 3, backoffMs: 1, maxBackoffMs: 5 };

const message = (content: string) =>
  JSON.stringify({
    choices: [{ message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 10, completion_tokens: 2 },
  });

describe('the chat harness while somebody watches', () => {
  let server: Server;
  let run: TestRun;
  let asked: Record<string, unknown>[];
  let shown: string[];

  const piece = (fields: object, more: object = {}) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: fields, finish_reason: null }], ...more })}\n\n`;
  const END = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 2 } })}\n\ndata: [DONE]\n\n`;
  const CALL = piece({
    tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'workspace_list', arguments: '{}' } }],
  });

  type Answering = (response: ServerResponse) => unknown;
  const streamed =
    (...texts: readonly string[]): Answering =>
    (response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).end(texts.join(''));
  const whole: Answering = (response) => response.end(message('whole'));

  const drive = async (answers: readonly Answering[], options: TestRunOptions = {}) => {
    asked = [];
    shown = [];
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        asked.push(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
        (answers[asked.length - 1] ?? answers.at(-1)!)(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    run = await openTestRun({
      model: 'm-1',
      showing: {
        delta: (text) => shown.push(text),
        flush: () => Promise.resolve(void shown.push(`(flushed before event ${run.types().length + 1})`)),
      },
      ...options,
      env: { RUNSEAL_CHAT_BASE_URL: base, RUNSEAL_CHAT_API_KEY: KEY, ...options.env },
    });
    return chatDriver(quick).run(run.context);
  };

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await run.remove();
  });

  it('asks for pieces, shows the words before they are recorded, and records the bytes that came', async () => {
    const result = await drive([
      streamed(piece({ content: 'Let me ' }), piece({ content: 'look.' }), CALL, END),
      streamed(piece({ content: 'Done.' }), END),
    ]);
    expect(result).toMatchObject({ finished: 'completed', finalText: 'Done.', usage: { output_tokens: 4 }, steps: 2 });
    expect(asked[0]).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    expect(asked[1]!['messages']).toMatchObject([{}, { role: 'assistant', content: 'Let me look.' }, { role: 'tool' }]);
    expect(shown).toEqual(['Let me ', 'look.', '(flushed before event 3)', 'Done.', '(flushed before event 7)']);
    const answers = run.recorder.payloads('model.answered') as unknown as {
      answer: { commitment: Uint8Array; media: string };
    }[];
    expect(answers.map(({ answer }) => answer.media)).toEqual(['text/event-stream', 'text/event-stream']);
    const { bytes } = run.recorder.contentOf(answers[1]!.answer);
    expect(Buffer.from(bytes).toString()).toBe(piece({ content: 'Done.' }) + END);
  });

  it('shows the first words before the provider has said the last', async () => {
    let more: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (more = resolve));
    const driven = drive([
      async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(piece({ content: 'first' }));
        await waiting;
        response.end(piece({ content: ' last' }) + END);
      },
    ]);
    while (shown?.[0] !== 'first') await new Promise((resolve) => setTimeout(resolve, 2));
    more();
    expect(await driven).toMatchObject({ finalText: 'first last' });
  });

  it('shows no key that stands in what the provider says', async () => {
    await drive([streamed(piece({ content: `Your key is ${KEY}.` }), END)]);
    expect(shown[0]).toBe('Your key is [redacted].');
    for (const bytes of run.recorder.canonical) expect(Buffer.from(bytes).includes(KEY)).toBe(false);
  });

  it('shows, answers and records no key that is spread over the pieces of an answer', async () => {
    const pieces = Array.from(`Your key is ${KEY}.`).map((content) => piece({ content }));
    const { finalText } = await drive([streamed(...pieces, END)]);
    expect(finalText).toBe('Your key is [redacted].');
    expect(shown.join('')).toContain('Your key is [redacted].');
  });

  it('leaves an answer as it is where the key is a word for an endpoint that takes any', async () => {
    const result = await drive([streamed(CALL, piece({ content: 'I run on ollama.' }), END), whole], {
      env: { RUNSEAL_CHAT_API_KEY: 'o' },
    });
    expect(result).toMatchObject({ finalText: 'whole' });
    expect(run.recorder.payloads('dispatch.start')).toHaveLength(1);
    expect(shown[0]).toBe('I run on ollama.');
  });

  it('takes a whole answer from an endpoint that knows no pieces', async () => {
    expect(await drive([whole])).toMatchObject({ finished: 'completed', finalText: 'whole' });
    expect(shown).toEqual(['(flushed before event 3)']);
  });

  it('asks for whole answers where it is told to', async () => {
    await drive([whole], { env: { RUNSEAL_CHAT_STREAM: 'off' } });
    expect(asked[0]).not.toHaveProperty('stream');
  });

  it('calls a stream that breaks off no answer', async () => {
    expect(await drive([streamed(piece({ content: 'half' }))])).toMatchObject({
      finished: 'failed',
      errorClass: 'model_answer_invalid',
    });
  });

  it('tells a turn again whether it was asked for in pieces or whole', async () => {
    await drive([streamed(piece({ content: 'once' }), END)]);
    const { messages, tools } = asked[0]!;
    for (const request of [{ model: 'm-1', messages, tools }, asked[0]]) {
      const known = {
        request: Buffer.from(JSON.stringify(request)),
        answer: Buffer.from(message('told')),
      };
      const context = { ...run.context, resume: { turns: new Map([[1, known]]) } };
      expect(await chatDriver(quick).run(context)).toMatchObject({ finalText: 'told' });
    }
    expect(asked).toHaveLength(1);
    const other = { request: Buffer.from('{}'), answer: Buffer.from(message('told')) };
    const context = { ...run.context, resume: { turns: new Map([[1, other]]) } };
    await expect(chatDriver(quick).run(context)).rejects.toMatchObject({ code: 'resume_diverged' });
  });
});
