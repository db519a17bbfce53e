import type { ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { memoryRecorder } from '@runseal/dispatch/testing';
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
  provider,
  recorder,
  shut,
} from '../testing/gateway.ts';
import { stream } from '../testing/provider.ts';
import { until } from '../testing/wait.ts';
import type { Gateway } from './gateway.ts';

afterEach(shut);

/** A record that takes what it is given once `first` has come to pass. */
function afterwards(first: () => Promise<void>): ReturnType<typeof memoryRecorder> {
  const memory = memoryRecorder();
  return {
    ...memory,
    append: async (...drafts) => {
      await first();
      return memory.append(...drafts);
    },
  };
}

/** What comes back for a call, piece by piece as it leaves. */
async function piecesOf(from: Gateway, body: unknown): Promise<string[]> {
  const { port, address } = from;
  const text = JSON.stringify(body);
  const pieces: string[] = [];
  const connection = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _, done) {
      pieces.push(chunk.toString());
      done();
    },
    writev(chunks, done) {
      pieces.push(chunks.map(({ chunk }: { chunk: string | Buffer }) => chunk.toString()).join(''));
      done();
    },
  });
  from.accept(connection);
  connection.push(
    `POST /v1/responses HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${address.token}\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  await until('the end', () => pieces.join('').endsWith('\r\n0\r\n\r\n'));
  return pieces.filter((piece) => piece !== '');
}

describe('a model call through the gateway', () => {
  it('is on the record before it leaves, and once more when it is over', async () => {
    let before: string[] = [];
    await open((response) => {
      before = recorder.events.map((event) => event.type);
      stream(response, delta('hello'), completed(12, 3));
      response.end();
    });
    const text = await (await ask()).text();
    expect(before).toEqual(['model.called']);
    expect(last('model.called')).toMatchObject({ step: 1, model: MODEL, endpoint: `${provider.url}/responses` });
    expect(content(last('model.called')['request'])).toBe(JSON.stringify({ model: MODEL, input: 'hi' }));
    const end = await answered();
    expect(end).toMatchObject({
      step: 1,
      error: null,
      usage: { input_tokens: 12, output_tokens: 3, source: 'measured' },
    });
    expect(content(end['answer'])).toBe(text);
    expect(gateway.usage).toMatchObject({ input_tokens: 12, output_tokens: 3 });
  });

  it('is made ready while it gets on the record: a connection may open, and nothing is sent on it', async () => {
    let durable: () => void = () => undefined;
    const recorded = new Promise<void>((resolve) => (durable = resolve));
    await open((response) => response.end('{}'), { recorder: afterwards(() => recorded) });
    const asked = ask();
    await until('a connection', () => provider.connections === 1);
    expect(provider.requests).toEqual([]);
    durable();
    expect((await asked).status).toBe(200);
    expect(provider.requests).toHaveLength(1);
    expect(provider.connections).toBe(1);
  });

  it('that cannot be recorded is not sent, and the connection that was opened for it is given up', async () => {
    const failed: Promise<void> = Promise.reject(new Error('the record is away'));
    failed.catch(() => undefined);
    await open((response) => response.end('{}'), { recorder: afterwards(() => failed) });
    expect((await ask()).status).toBe(503);
    expect(provider.requests).toEqual([]);
  });

  it('is sent on a new connection where the one that was made ready broke meanwhile', async () => {
    await open((response) => response.end('{}'), {
      recorder: afterwards(async () => {
        await until('a connection', () => provider.connections === 1);
        provider.hangUp();
        await pause(50);
      }),
    });
    expect((await ask()).status).toBe(200);
    expect(provider.requests).toHaveLength(1);
    expect(provider.connections).toBe(2);
  });

  it('whose answer comes at once leaves as one piece: each piece wakes who stands between', async () => {
    await open((response) => {
      stream(response, delta('hello'), completed(12, 3));
      response.end();
    });
    const pieces = await piecesOf(gateway, { model: MODEL, input: 'hi' });
    expect(pieces).toHaveLength(1);
    expect(pieces[0]).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n[^]*hello[^]*completed[^]*\r\n0\r\n\r\n$/s);
  });

  it("carries the operator's key to the provider, the gateway's own nowhere, and neither onto the record", async () => {
    await open((response) => {
      stream(response, delta(`${KEY} ${gateway.address.token}`), completed(1, 1));
      response.end();
    });
    await ask({ input: `my key is ${gateway.address.token}`, more: KEY }).then((response) => response.text());
    await answered();
    expect(provider.requests[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    const all = [last('model.called')['request'], last('model.answered')['answer']].map(content).join();
    expect(all).not.toContain(KEY);
    expect(all).not.toContain(gateway.address.token);
    expect(all).toContain('[redacted]');
  });

  it('reaches the client piece by piece, the first before the provider has said the second', async () => {
    let go: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => (go = resolve));
    await open(async (response) => {
      stream(response, delta('first'));
      await seen;
      stream(response, delta('second'), completed(1, 2));
      response.end();
    });
    const reader = (await ask()).body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toContain('first');
    go();
    let rest = '';
    for (let next = await reader.read(); !next.done; next = await reader.read())
      rest += Buffer.from(next.value).toString();
    expect(rest).toContain('second');
  });

  it('sends on what is recorded: a packed body is unpacked, headers nobody records are dropped', async () => {
    await open((response) => {
      stream(response, completed(1, 1));
      response.end();
    });
    const body = JSON.stringify({ model: MODEL, input: 'packed' });
    await post('/v1/responses?leak=1', gzipSync(body), { 'content-encoding': 'gzip', 'x-leak': 'secret' });
    await answered();
    const sent = provider.requests[0]!;
    expect(sent.body.toString()).toBe(body);
    expect(sent.path).toBe('/responses');
    expect(sent.headers).not.toHaveProperty('x-leak');
    expect(sent.headers).not.toHaveProperty('content-encoding');
  });

  it.each([
    ['a duplicate key', `{"model":"${MODEL}","model":"other"}`],
    ['no JSON', 'model=1'],
    ['no model', '{}'],
    ['a list', '[]'],
  ])('with %s is refused and never sent', async (_, body) => {
    await open((response) => response.end());
    expect((await post('/v1/responses', body)).status).toBe(400);
    expect(provider.requests).toEqual([]);
    expect(recorder.events).toEqual([]);
  });

  it('with too large a body is refused, packed or not', async () => {
    await open((response) => response.end(), { maxRequestBytes: 1000 });
    const large = JSON.stringify({ model: MODEL, input: 'x'.repeat(5000) });
    expect((await post('/v1/responses', large)).status).toBe(413);
    expect((await post('/v1/responses', gzipSync(large), { 'content-encoding': 'gzip' })).status).toBe(413);
    expect(provider.requests).toEqual([]);
  });
});

it.each([
  ['as they are', (body: string) => body, {}],
  ['packed', (body: string) => gzipSync(body), { 'content-encoding': 'gzip' }],
])(
  'bodies of calls under way have so much room and no more, %s, and it is there again after them',
  async (_, pack, headers) => {
    const held: ServerResponse[] = [];
    await open((response) => held.push(response), { maxRequestBytes: 1000 });
    const call = () => post('/v1/responses', pack(JSON.stringify({ model: MODEL, input: 'x'.repeat(900) })), headers);
    const under: Promise<Response>[] = [];
    // Of four of full length: each is a little shorter, and nothing is left beside the fourth.
    for (let i = 1; i <= 4; i += 1) {
      under.push(call());
      await until('it to be under way', () => held.length === i);
    }
    const more = await call();
    expect(more.status).toBe(503);
    for (const response of held.splice(0)) response.end('{}');
    await Promise.all(under);
    const again = call();
    await until('one to pass again', () => held.length === 1);
    held[0]!.end('{}');
    expect((await again).status).toBe(200);
  },
);

describe('a call longer than is kept', () => {
  it('passes whole, and what is missing of it on the record is told', async () => {
    const long = 'x'.repeat(5 * 1024 * 1024);
    await open((response) => {
      stream(response, delta(long), completed(1, 2));
      response.end();
    });
    const text = await (await ask({ input: long })).text();
    expect(text.length).toBeGreaterThan(long.length);
    expect(provider.requests[0]!.body.length).toBeGreaterThan(long.length);
    await answered();
    expect(recorder.payloads('provenance.gap')).toMatchObject([
      {
        surface: 'content',
        reason: 'content_truncated',
        count: 1,
        detail: expect.stringContaining('request') as string,
      },
      {
        surface: 'content',
        reason: 'content_truncated',
        count: 1,
        detail: expect.stringContaining('answer') as string,
      },
    ]);
    expect(content(last('model.answered')['answer'])).toHaveLength(4 * 1024 * 1024);
  });

  it('leaves no part of a secret where it is cut', async () => {
    const before = 'x'.repeat(4 * 1024 * 1024 - 20);
    await open((response) => response.end(`${before}${gateway.address.token} and more`));
    await (await ask({ input: 'hi' })).text();
    const kept = content((await answered())['answer']);
    expect(kept.slice(before.length)).toBe('[redacted]');
  });

  it('is told of where it is only its secrets that make it so', async () => {
    const [key, most] = ['ollama', 4 * 1024 * 1024];
    await open((response) => response.end('{}'), {}, key);
    await ask({ input: key.repeat(600_000) });
    await answered();
    expect(content(last('model.called')['request'])).toHaveLength(most);
    expect(recorder.payloads('provenance.gap')).toMatchObject([{ surface: 'content', reason: 'content_truncated' }]);
  });
});
