import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import {
  METER,
  MODEL,
  answered,
  ask,
  completed,
  content,
  delta,
  gateway,
  killSwitch,
  last,
  open,
  post,
  provider,
  recorder,
  shut,
} from '../testing/gateway.ts';
import { stream } from '../testing/provider.ts';
import { until } from '../testing/wait.ts';
import type { GatewayOptions } from './options.ts';

afterEach(shut);

describe('what the run does not allow', () => {
  it.each(['model-2', 'model-10', 'model-', 'MODEL-1'])(
    'is another model: %s is refused on the record, nothing sent',
    async (model) => {
      await open((response) => response.end());
      const response = await ask({ model });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: { code: 'model_not_found' } });
      expect(provider.requests).toEqual([]);
      expect(last('model.called')).toMatchObject({ step: 1, model, endpoint: '' });
      expect(last('model.answered')).toMatchObject({
        step: 1,
        answer: null,
        error_class: 'model_not_allowed',
      });
    },
  );

  it('is asking on and on: the run is halted', async () => {
    await open((response) => response.end());
    for (let i = 0; i < 33; i += 1) await ask({ model: 'model-2' });
    expect(killSwitch.engaged).toMatchObject({ by: 'waist' });
    expect((await ask()).status).toBe(503);
  });

  it('is anything once it is halted, even by what comes while a call gets on the record: that one is not sent', async () => {
    const halt = () => killSwitch.engage('enough', 'ann');
    const slow = { ...METER, begin: () => Promise.resolve(halt()).then(() => () => Promise.resolve()) };
    for (const when of ['its budget is asked', 'it is written'] as const) {
      await open((response) => response.end(), when === 'it is written' ? {} : { meter: slow });
      const append = recorder.append.bind(recorder);
      if (when === 'it is written') recorder.append = (...drafts) => append(...drafts).finally(halt);
      const response = await ask();
      expect([response.status, provider.requests]).toEqual([503, []]);
      const end = await answered();
      expect(end).toMatchObject({ step: 1, answer: null, usage: null, error_class: 'episode_over' });
      expect(gateway.usage).toBeNull();
      if (when !== 'it is written') await shut();
    }
  });

  it('is more tokens: the stream is cut, the brake is on the record, further calls are refused', async () => {
    await open((response) => stream(response, delta('x'.repeat(200)), delta('y'.repeat(400)), delta('z')), {
      maxTokens: 100,
    });
    const response = await ask();
    await expect(response.text()).rejects.toThrow();
    const end = await answered();
    expect(end).toMatchObject({ usage: null, error_class: 'budget_exceeded' });
    expect(last('brake.engaged')).toMatchObject({ limit: 'max_tokens', value: 150, allowed: 100 });
    const again = await ask();
    expect(again.status).toBe(429);
    expect(await again.json()).toMatchObject({ error: { code: 'insufficient_quota' } });
    expect(provider.requests.length).toBe(1);
    expect(recorder.payloads('brake.engaged').length).toBe(1);
  });

  it('is no token of a call that the provider refused', async () => {
    await open((response) => response.writeHead(500).end('{}'), { maxTokens: 100 });
    await (await ask({ input: 'x'.repeat(4000) })).text();
    await answered();
    expect((await ask()).status).toBe(500);
  });

  it('is tokens the provider counts: they weigh more than the estimate', async () => {
    await open(
      (response) => {
        stream(response, delta('few'), completed(60, 30));
        response.end();
      },
      { maxTokens: 80 },
    );
    await expect(ask().then((response) => response.text())).rejects.toThrow();
    expect(await answered()).toMatchObject({
      usage: { input_tokens: 60, output_tokens: 30 },
      error_class: 'budget_exceeded',
    });
  });

  it('is what the budget of the run has not left, and what a call used is counted there', async () => {
    const used: unknown[] = [];
    const begin = () =>
      Promise.resolve(used.length > 0 ? null : (usage: unknown) => Promise.resolve(void used.push(usage)));
    await open(
      (response) => {
        stream(response, completed(3, 4));
        response.end();
      },
      { meter: { ...METER, begin } },
    );
    await (await ask()).text();
    await until('the usage to be counted', () => used.length === 1);
    expect(used).toMatchObject([{ input_tokens: 3, output_tokens: 4 }]);
    expect((await ask()).status).toBe(429);
    expect(provider.requests.length).toBe(1);
    expect(recorder.payloads('brake.engaged')).toEqual([]);
  });

  it('is what a limit of the run has not left: the stream is cut where it is crossed, and the run is halted for it', async () => {
    const told: object[] = [];
    const meter: GatewayOptions['meter'] = {
      ...METER,
      overrun(underWay) {
        told.push(underWay);
        return underWay.output > 50 ? () => Promise.resolve(killSwitch.engage('too dear', 'waist')).then() : null;
      },
    };
    await open(
      (response) => {
        for (let i = 0; i < 100; i++) stream(response, delta('x'.repeat(40)));
      },
      { meter },
    );
    await expect(ask().then((response) => response.text())).rejects.toThrow();
    const end = await answered();
    expect(end).toMatchObject({ usage: null, error_class: 'budget_exceeded' });
    expect(content(end['error'])).toMatch(/^budget_exceeded: .*limit/);
    expect(Buffer.from(content(end['answer'])).length).toBeLessThan(100 * 90);
    await until('the run is halted', () => killSwitch.engaged?.reason === 'too dear');
    expect(told.at(-1)).toEqual({ input: 0, output: expect.any(Number) as number });
    expect((await ask()).status).toBe(503);
  });

  it('is hanging up before the count: such a call is charged by estimate', async () => {
    await open((response) => stream(response, delta('x')), { maxTokens: 1000 });
    const controller = new AbortController();
    const response = await fetch(`${gateway.address.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.address.token}` },
      body: JSON.stringify({ model: MODEL, input: 'x'.repeat(4000) }),
      signal: controller.signal,
    });
    await response.body!.getReader().read();
    controller.abort();
    await answered();
    expect((await ask()).status).toBe(429);
  });

  it('is hanging up before a word has come: who has all of the call may be paid for it', async () => {
    await open(
      (response, { body }) => {
        if (body.length > 1000) return;
        stream(response, completed(1, 1));
        response.end();
      },
      { maxTokens: 1000 },
    );
    await (await ask()).text();
    const controller = new AbortController();
    const asked = fetch(`${gateway.address.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.address.token}` },
      body: JSON.stringify({ model: MODEL, input: 'x'.repeat(4000) }),
      signal: controller.signal,
    });
    await until('the provider to have the call', () => provider.requests.length === 2);
    controller.abort();
    await expect(asked).rejects.toThrow();
    expect(await answered(2)).toMatchObject({ answer: null, usage: null, error_class: 'client_aborted' });
    expect(gateway.usage).toBeNull();
    expect((await ask()).status).toBe(429);
  });

  describe('is several calls at once that could cross the limit of tokens together:', () => {
    const held: ServerResponse[] = [];
    const whole = (used: number) =>
      JSON.stringify({ object: 'response', usage: { input_tokens: used, output_tokens: 0 } });
    const begin = async (maxTokens: number | null): Promise<[Promise<Response>, Promise<Response>]> => {
      held.length = 0;
      await open((response) => held.push(response), { maxTokens });
      const first = ask({ max_output_tokens: 400 });
      await until('the first to be under way', () => held.length === 1);
      const second = ask({ max_output_tokens: 400 });
      await pause(50);
      return [first, second];
    };

    it('one waits for the other, and is refused where that has used it up', async () => {
      const [first, second] = await begin(900);
      expect(recorder.payloads('model.called')).toHaveLength(1);
      held[0]!.end(whole(900));
      expect((await first).status).toBe(200);
      expect((await second).status).toBe(429);
      expect(held).toHaveLength(1);
      expect(last('model.called')).toMatchObject({ step: 2, endpoint: '' });
    });

    it('it goes once there is room for it', async () => {
      const [first, second] = await begin(900);
      held[0]!.end(whole(100));
      await first;
      await until('the second to be under way', () => held.length === 2);
      held[1]!.end(whole(100));
      expect((await second).status).toBe(200);
    });

    it.each([1000, null])('those that could not go beside each other (%p)', async (maxTokens) => {
      const both = await begin(maxTokens);
      expect(held).toHaveLength(2);
      for (const response of held) response.end(whole(1));
      for (const response of both) expect((await response).status).toBe(200);
    });

    it('one that waits when the episode ends is on the record as refused, and was never sent', async () => {
      const [first, second] = await begin(900);
      const ended = Promise.allSettled([first, second]);
      await gateway.close();
      await ended;
      expect(held).toHaveLength(1);
      expect(recorder.payloads('model.called')).toMatchObject([{ step: 1 }, { step: 2, endpoint: '' }]);
      expect(recorder.payloads('model.answered').map(({ error_class: code }) => code)).toEqual([
        'episode_over',
        'episode_over',
      ]);
    });

    it('one whose client hung up while it waited is not sent, and that is on the record', async () => {
      const [first, second] = await begin(900);
      const third = new AbortController();
      const gaveUp = ask({ max_output_tokens: 400 }, third.signal).catch((error: unknown) => error);
      await pause(50);
      third.abort();
      await gaveUp;
      held[0]!.end(whole(1));
      await first;
      await until('the second to be under way', () => held.length === 2);
      held[1]!.end(whole(1));
      await second;
      await until('the third to be over', () => recorder.payloads('model.answered').length === 3);
      expect(held).toHaveLength(2);
      expect(last('model.answered')).toMatchObject({ step: 3, error_class: 'client_aborted', usage: null });
    });

    it('one that waits when the run is halted is not sent', async () => {
      const [first, second] = await begin(900);
      killSwitch.engage('enough', 'ann');
      held[0]!.end(whole(1));
      await first;
      expect((await second).status).toBe(503);
      expect(held).toHaveLength(1);
    });
  });

  it('is tokens of a call that is told in the old way', async () => {
    const call = { choices: [{ delta: { function_call: { arguments: 'x'.repeat(800) } } }] };
    await open((response) => stream(response, call), { maxTokens: 100 });
    await expect(post('/v1/chat/completions', { model: MODEL }).then((response) => response.text())).rejects.toThrow();
    expect(await answered()).toMatchObject({ error_class: 'budget_exceeded' });
  });
});
