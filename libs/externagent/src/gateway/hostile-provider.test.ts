import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  KEY,
  MODEL,
  answered,
  ask,
  completed,
  content,
  delta,
  gateway,
  last,
  open,
  post,
  recorder,
  shut,
} from '../testing/gateway.ts';
import { stream } from '../testing/provider.ts';

afterEach(shut);

const sse = (...messages: readonly unknown[]): string =>
  messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join('');
const answer =
  (headers: Record<string, string>, body: string | Uint8Array, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'text/event-stream', ...headers }).end(body);
const mediaOf = (end: Readonly<Record<string, unknown>>): unknown => (end['answer'] as { media: string }).media;

describe('a provider that packs what was asked for as it is', () => {
  it('gets no key past us in a refusal: it is unpacked, cleaned and recorded as what it says', async () => {
    const said = JSON.stringify({ error: { message: `Incorrect API key: ${KEY}` } });
    await open(answer({ 'content-type': 'application/json', 'content-encoding': 'gzip' }, gzipSync(said), 401));
    const response = await ask();
    expect(response.status).toBe(401);
    expect(await response.text()).toBe('{"error":{"message":"Incorrect API key: [redacted]"}}');
    expect(content((await answered())['answer'])).toBe('{"error":{"message":"Incorrect API key: [redacted]"}}');
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('is counted all the same, and the record can be read: %s', async (encoding, pack) => {
    const said = sse(delta('hello'), completed(5, 6));
    await open(answer({ 'content-encoding': encoding }, pack(said)));
    const response = await ask();
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([null, said]);
    const end = await answered();
    expect(end).toMatchObject({ error: null, usage: { input_tokens: 5, output_tokens: 6 } });
    expect(content(end['answer'])).toBe(said);
  });

  it.each([
    ['gzip', gzipSync(sse(completed(1, 1))).subarray(0, 20)],
    ['gzip', Buffer.from('data: {}\n\n')],
    ['gzip, gzip', gzipSync(gzipSync(sse(completed(1, 1))))],
  ])('breaks off where %s cannot be unpacked', async (encoding, bytes) => {
    await open(answer({ 'content-encoding': encoding }, bytes));
    await expect(ask().then((response) => response.text())).rejects.toThrow();
    expect(await answered()).toMatchObject({ usage: null, error_class: 'provider_cut' });
  });

  it('does not get around the limit of tokens', async () => {
    await open(answer({ 'content-encoding': 'gzip' }, gzipSync(sse(delta('x'.repeat(4000))))), { maxTokens: 100 });
    await expect(ask().then((response) => response.text())).rejects.toThrow();
    expect(await answered()).toMatchObject({ error_class: 'budget_exceeded' });
  });
});

describe("a provider that tells the operator's key in an answer", () => {
  const inPieces = (text: string, length: number): string[] => text.match(new RegExp(`.{1,${length}}`, 'gs')) ?? [];
  const spread = sse(...inPieces(`It is ${KEY}.`, 3).map(delta), completed(1, 1));
  const textOf = (stream: string): string =>
    [...stream.matchAll(/^data: (.*)$/gm)]
      .map(([, data]) => (JSON.parse(data!) as { delta?: string }).delta ?? '')
      .join('');
  /** Each piece by itself on its way. */
  const slowly =
    (media: string, text: string, length: number) =>
    async (response: ServerResponse): Promise<void> => {
      response.writeHead(200, { 'content-type': media });
      for (const piece of inPieces(text, length)) {
        response.write(piece);
        await new Promise(setImmediate);
      }
      response.end();
    };

  it.each([
    ['in one piece', answer({}, sse(delta(`It is ${KEY}.`), completed(1, 1)))],
    ['a byte at a time', slowly('text/event-stream', sse(delta(`It is ${KEY}.`), completed(1, 1)), 1)],
    ['spread over many events', answer({}, spread)],
    ['spread over many events, cut anywhere', slowly('text/event-stream', spread, 7)],
    ['spread and packed', answer({ 'content-encoding': 'gzip' }, gzipSync(spread))],
  ])('does not get it to the client, nor onto the record: %s', async (_, telling) => {
    await open(telling);
    const got = await (await ask()).text();
    expect(textOf(got).replace(/(?:sk-?|s)?\[redacted\]/, '*')).toBe('It is *.');
    const end = await answered();
    expect(end).toMatchObject({ error: null, usage: { input_tokens: 1, output_tokens: 1 } });
    expect(content(end['answer'])).toBe(got);
  });

  it('does not get it there in an answer that is not streamed, either', async () => {
    await open(slowly('application/json', JSON.stringify({ output: `It is ${KEY}.` }), 5));
    const got = await (await ask()).text();
    expect(got).toBe('{"output":"It is [redacted]."}');
    expect(content((await answered())['answer'])).toBe(got);
  });

  it.each([
    ['breaks off within it', 200, sse(delta('x')) + `data: {"delta":"${KEY.slice(0, -1)}`],
    ['refuses, in more than is read', 401, `${' '.repeat(256 * 1024 - 8)}${KEY.slice(0, -1)}`],
  ])('and %s gives most of it away to nobody', async (_, status, said) => {
    await open((response) => {
      response.writeHead(status, { 'content-type': 'text/event-stream' });
      response.write(said, () => setTimeout(() => response.destroy(), 50));
    });
    const got = await ask().then(async (response) => {
      let text = '';
      try {
        for await (const piece of response.body!) text += Buffer.from(piece as Uint8Array).toString();
      } catch {
        // It broke off.
      }
      return text;
    });
    const most = KEY.slice(0, Math.ceil(KEY.length / 2) + 1);
    expect(`${got}${content((await answered())['answer'])}`).not.toContain(most);
  });

  it.each([
    ['answer', 200],
    ['refusal', 401],
  ])("nor part of another secret of the episode's, in an %s that breaks off within it", async (_, status) => {
    await open((response) => {
      const part = gateway.address.token.slice(0, 8);
      response.writeHead(status, { 'content-type': 'text/event-stream' });
      response.write(`data: ${part}`, () => setTimeout(() => response.destroy(), 50));
    });
    const got = await ask().then((response) => response.text().catch(() => null));
    expect(got).toBe(status === 200 ? null : 'data: [redacted]');
    expect(content((await answered())['answer'])).toBe('data: [redacted]');
  });

  it('but what an answer ends with by itself stays', async () => {
    await open((response) => response.end(`it begins with ${gateway.address.token.slice(0, 8)}`));
    const said = await (await ask()).text();
    expect(said).toMatch(/^it begins with .{8}$/);
    expect(content((await answered())['answer'])).toBe(said);
  });

  it('keeps its words where the key is one of them', async () => {
    const said = sse(delta('ol'), delta('lama says: ollama'), completed(1, 1));
    await open(answer({}, said), {}, 'ollama');
    expect(await (await ask()).text()).toBe(said);
  });
});

describe('a stream of events', () => {
  it.each(['\r', '\r\n'])('may end its lines with %j, in whatever pieces it comes', async (ending) => {
    const said = sse(delta('hello'), completed(5, 6)).replaceAll('\n', ending);
    await open((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of said) response.write(byte);
      response.end();
    });
    expect(await (await ask()).text()).toBe(said);
    expect(await answered()).toMatchObject({ error: null, usage: { input_tokens: 5, output_tokens: 6 } });
  });

  it('that cannot be read counts by its length', async () => {
    await open(answer({}, `data: ${'x'.repeat(4000)}\n\n`), { maxTokens: 100 });
    await expect(ask().then((response) => response.text())).rejects.toThrow();
    expect(await answered()).toMatchObject({ error_class: 'budget_exceeded' });
  });

  it('may be nested more deeply than anybody can follow, and nothing breaks', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const event = `data: {"candidates":[{"content":{"parts":[{"functionCall":{"args":${deep}}}]},"finishReason":"STOP"}]}`;
    await open(answer({}, `${event}\n\n`));
    const response = await post(`/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`, { contents: [] });
    expect((await response.text()).length).toBeGreaterThan(400_000);
    expect(await answered()).toMatchObject({ error: null, usage: null });
  });
});

it('an answer that is not streamed, and cannot be read, counts by its length', async () => {
  await open(answer({ 'content-type': 'text/plain' }, 'x'.repeat(4000)), { maxTokens: 100 });
  await expect(ask().then((response) => response.text())).rejects.toThrow();
  expect(await answered()).toMatchObject({ error_class: 'budget_exceeded' });
});

it('an answer that is not streamed, and longer than is kept, counts by its length', async () => {
  await open(
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        if (!response.writableEnded) response.write('z'.repeat(100_000), more);
      };
      more();
    },
    { maxTokens: 1000 },
  );
  await expect(ask().then((response) => response.text())).rejects.toThrow();
  expect(await answered()).toMatchObject({ error_class: 'budget_exceeded' });
});

it.each([
  ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ['sends provisional answers for ever', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)],
])('a provider that %s is not waited for', async (_, said) => {
  await open((response) => response.socket!.write(said));
  expect((await ask()).status).toBe(502);
  expect(await answered()).toMatchObject({ answer: null, error_class: 'provider_unreachable' });
});

it.each([
  ['9007199254740991', '9007199254740991'],
  ['1e400', '1'],
  ['-5', '1'],
  ['"7"', '1'],
  ['1.5', '1'],
])('a count of %s and %s tokens is none, and the run goes on', async (input, output) => {
  const fatal: unknown[] = [];
  const event = `{"type":"response.completed","response":{"usage":{"input_tokens":${input},"output_tokens":${output}}}}`;
  await open(answer({}, `data: ${event}\n\n`), { maxTokens: 1000, onFatal: (error) => fatal.push(error) });
  await (await ask()).text();
  expect(await answered()).toMatchObject({ error: null, usage: null });
  expect([fatal, gateway.usage]).toEqual([[], null]);
});

describe('names that come from outside', () => {
  it.each([
    ['a key', `text/${KEY}`],
    ['more than a name', `text/${'x'.repeat(4000)}`],
    ['other than ASCII', 'text/pl\u00e4in'],
  ])('are no media type on the record where they hold %s', async (_, media) => {
    await open(answer({ 'content-type': media, 'x-request-id': `id ${KEY}` }, 'x'));
    const response = await ask();
    await response.text();
    expect(mediaOf(await answered())).toBe('application/octet-stream');
    expect(response.headers.get('x-request-id')).toBe('id [redacted]');
    expect(response.headers.get('content-type')).not.toContain(KEY);
  });

  it('are cut on the record where a model has a long one', async () => {
    await open((response) => void (stream(response, completed(1, 1)), response.end()), { models: null });
    await (await ask({ model: 'm'.repeat(300_000) })).text();
    expect(last('model.called')['model']).toBe('m'.repeat(128));
    expect(recorder.payloads('model.answered').length).toBe(1);
  });

  it('hold no half of a key where a tool that is refused has a long one', async () => {
    await open((response) => response.end());
    const type = `${'t'.repeat(100)}${KEY}${'t'.repeat(100)}`;
    const said = (await (await ask({ tools: [{ type }] })).json()) as { error: { message: string } };
    const told = `leave out the tool ${'t'.repeat(100)}[redacted]`;
    expect(said.error.message).toContain(told);
    expect(content(last('model.answered')['error'])).toContain(told);
  });

  it('hold no half of a key where a model is cut', async () => {
    await open((response) => void (stream(response, completed(1, 1)), response.end()), { models: null });
    await (await ask({ model: `${'m'.repeat(120)}${KEY}` })).text();
    expect(last('model.called')['model']).toBe(`${'m'.repeat(120)}[redacte`);
  });
});
