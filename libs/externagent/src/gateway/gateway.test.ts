import { gzipSync } from 'node:zlib';
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

afterEach(shut);

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
});
