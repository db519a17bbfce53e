import { setTimeout as pause } from 'node:timers/promises';
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
  optionsWith,
  provider,
  recorder,
  shut,
} from '../testing/gateway.ts';
import { stream } from '../testing/provider.ts';
import { until } from '../testing/wait.ts';
import { startGateway } from './gateway.ts';

afterEach(shut);

describe('what goes wrong', () => {
  it("is told with the provider's own words, without the key in them", async () => {
    await open((response) => {
      response.writeHead(401, { 'content-type': 'application/json', 'set-cookie': 'a=b' });
      response.end(JSON.stringify({ error: { message: `Incorrect API key: ${KEY}` } }));
    });
    const response = await ask();
    expect(response.status).toBe(401);
    expect(response.headers.has('set-cookie')).toBe(false);
    const said = await response.text();
    expect(said).toBe('{"error":{"message":"Incorrect API key: [redacted]"}}');
    const end = await answered();
    expect(end).toMatchObject({ usage: null, error_class: 'http_401' });
    expect(content(end['answer'])).toBe(said);
  });

  it('each time on its own: what the client tries again is another call', async () => {
    await open((response) => {
      response.writeHead(500).end();
    });
    await ask();
    await ask();
    await answered(2);
    expect(recorder.payloads('model.called').map((call) => call['step'])).toEqual([1, 2]);
    expect(recorder.payloads('model.answered').map((call) => [call['error_class'], content(call['error'])])).toEqual(
      [1, 2].map(() => ['http_500', 'http_500: the provider refused the call']),
    );
  });

  it.each([
    ['breaks off', 'busy', true, 'http_500: the provider refused the call, and not all of what it said is kept'],
    [
      'never stops',
      'x'.repeat(300_000),
      false,
      'http_500: the provider refused the call, and not all of what it said is kept',
    ],
    ['is whole', 'busy', false, 'http_500: the provider refused the call'],
  ])('of a refusal that %s says whether it is', async (_, said, breaks, error) => {
    await open((response) => {
      response.writeHead(500).write(said, () => setTimeout(() => (breaks ? response.destroy() : response.end()), 50));
    });
    await (await ask()).text();
    expect(content((await answered())['error'])).toBe(error);
  });

  it('is a provider that has all of a call and hangs up: nobody knows whether it counts', async () => {
    await open((response) => {
      if (provider.requests.length > 1) response.destroy();
      else void (stream(response, completed(1, 1)), response.end());
    });
    await (await ask()).text();
    await answered();
    expect(gateway.usage).toMatchObject({ input_tokens: 1 });
    await (await ask()).text();
    expect(await answered(2)).toMatchObject({ answer: null, usage: null, error_class: 'provider_unreachable' });
    expect(gateway.usage).toBeNull();
  });

  it('is a provider that nothing was sent to: what was counted before stands', async () => {
    await open((response) => void (stream(response, completed(1, 1)), response.end()));
    await (await ask()).text();
    await answered();
    await provider.close();
    expect((await ask()).status).toBe(502);
    await answered(2);
    expect(gateway.usage).toMatchObject({ input_tokens: 1 });
  });

  it('is a cut where the stream breaks, and the client sees the break too', async () => {
    await open((response) => {
      stream(response, delta('half a sen'));
      setImmediate(() => response.destroy());
    });
    await expect(ask().then((response) => response.text())).rejects.toThrow();
    const end = await answered();
    expect(end).toMatchObject({ usage: null, error_class: 'provider_cut' });
    expect(content(end['answer'])).toContain('half a sen');
  });

  it('is a cut where the stream ends well but without its last event', async () => {
    await open((response) => {
      stream(response, delta('half'));
      response.end();
    });
    await (await ask()).text();
    expect(await answered()).toMatchObject({ error_class: 'provider_cut' });
  });

  it('is what the provider reports inside a good stream', async () => {
    await open((response) => {
      stream(response, {
        type: 'response.failed',
        response: { status: 'failed', error: { code: 'overloaded', message: 'busy' } },
      });
      response.end();
    });
    await (await ask()).text();
    const end = await answered();
    expect(end).toMatchObject({ usage: null, error_class: 'provider_failed' });
    expect(content(end['error'])).toBe('provider_failed: overloaded: busy');
  });

  it('is an abort where the client hangs up, and the provider is let go', async () => {
    let gone = false;
    await open((response) => {
      response.on('close', () => (gone = true));
      stream(response, delta('go on'));
    });
    const controller = new AbortController();
    const response = await fetch(`${gateway.address.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.address.token}` },
      body: JSON.stringify({ model: MODEL }),
      signal: controller.signal,
    });
    await response.body!.getReader().read();
    controller.abort();
    expect(await answered()).toMatchObject({
      usage: null,
      error_class: 'client_aborted',
    });
    await until('the provider to be let go', () => gone);
  });

  it('is a redirection: it is not followed', async () => {
    await open((response) => {
      response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
    });
    expect((await ask()).status).toBe(502);
    expect(await answered()).toMatchObject({ error_class: 'http_307' });
  });

  it('is a provider that cannot be reached', async () => {
    await open((response) => response.end(), { provider: { baseUrl: 'http://127.0.0.1:1', key: KEY } });
    expect((await ask()).status).toBe(502);
    expect(await answered()).toMatchObject({
      answer: null,
      error_class: 'provider_unreachable',
    });
  });

  it.each(['line\nfeed', 'bell\u0007', 'ключ', ''])(
    'is a key that cannot be sent: there is no gateway with it (%j)',
    async (key) => {
      await open((response) => response.end());
      const message = "The provider's key must be of plain characters, without spaces.";
      await expect(startGateway(optionsWith(key))).rejects.toMatchObject({ code: 'harness_not_ready', message });
    },
  );

  it('is a record that cannot be written: then nothing leaves', async () => {
    const fatal: unknown[] = [];
    await open((response) => response.end(), {
      recorder: { run: 'r', append: () => Promise.reject(new Error('gone')) },
      onFatal: (error) => fatal.push(error),
    });
    expect((await ask()).status).toBe(503);
    expect(fatal.length).toBe(1);
    expect(provider.requests).toEqual([]);
  });

  it('is a record that cannot be written, for a call that is refused, too', async () => {
    const append = () => Promise.reject(new Error('gone'));
    await open((response) => response.end(), { recorder: { run: 'r', append } });
    expect((await ask({ model: 'model-2' })).status).toBe(503);
  });

  it.each(['the client hangs up', 'the episode ends'])(
    'is a call that is not on the record yet when %s: it is not sent',
    async (what) => {
      const memory = memoryRecorder();
      const controller = new AbortController();
      let over: Promise<void> | undefined;
      const append: typeof memory.append = async (...drafts) => {
        if (drafts[0]?.type === 'model.called') {
          if (what === 'the episode ends') over = gateway.close();
          else controller.abort();
          await pause(100);
        }
        return memory.append(...drafts);
      };
      await open((response) => response.end('{}'), { recorder: { ...memory, append } });
      const { url, token } = gateway.address;
      const { signal } = controller;
      const headers = { authorization: `Bearer ${token}` };
      const asked = fetch(`${url}/v1/responses`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model: MODEL }),
        signal,
      });
      await expect(asked).rejects.toThrow();
      await until('its end on the record', () => memory.payloads('model.answered').length === 1);
      await over;
      expect(provider.requests).toEqual([]);
      const error_class = what === 'the episode ends' ? 'episode_over' : 'client_aborted';
      expect(memory.payloads('model.answered')).toMatchObject([{ answer: null, usage: null, error_class }]);
    },
  );

  it('is no end of a call that comes after the gateway has closed, however long the record takes', async () => {
    const memory = memoryRecorder();
    const append: typeof memory.append = async (...drafts) => {
      if (drafts[0]?.type === 'model.answered') await pause(100);
      return memory.append(...drafts);
    };
    await open((response) => void (stream(response, completed(1, 1)), response.end()), {
      recorder: { ...memory, append },
    });
    await (await ask()).text();
    await gateway.close();
    expect(memory.payloads('model.answered')).toMatchObject([{ step: 1, error: null }]);
  });

  it('is the end of the episode: a call under way is ended and on the record when the gateway has closed', async () => {
    await open((response) => stream(response, delta('on and on')));
    const response = await ask();
    await gateway.close();
    await expect(response.text()).rejects.toThrow();
    expect(last('model.answered')).toMatchObject({ error_class: 'episode_over' });
  });
});
