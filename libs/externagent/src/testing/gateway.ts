/** A gateway between a client and a provider that a test makes up, and what a test looks at. One at a time. */
import { createKillSwitch } from '@runseal/dispatch';
import { memoryRecorder } from '@runseal/dispatch/testing';
import { startGateway, type Gateway } from '../gateway/gateway.ts';
import type { GatewayOptions } from '../gateway/options.ts';
import { startProvider, type Answering, type FakeProvider } from './provider.ts';
import { until } from './wait.ts';

export const KEY = 'sk-operator-0123456789';
export const MODEL = 'model-1';
export const completed = (input: number, output: number) => ({
  type: 'response.completed',
  response: { status: 'completed', usage: { input_tokens: input, output_tokens: output } },
});
export const delta = (text: string) => ({ type: 'response.output_text.delta', delta: text });

export const METER: GatewayOptions['meter'] = {
  begin: () => Promise.resolve(() => Promise.resolve()),
  again: () => Promise.resolve(),
  overrun: () => null,
};

export let provider: FakeProvider;
export let gateway: Gateway;
export let recorder: ReturnType<typeof memoryRecorder>;
export let killSwitch: ReturnType<typeof createKillSwitch>;

export const open = async (answer: Answering, more: Partial<GatewayOptions> = {}, key = KEY): Promise<void> => {
  provider = await startProvider(answer);
  recorder = memoryRecorder();
  killSwitch = createKillSwitch();
  gateway = await startGateway({ ...optionsWith(key), ...more });
};

export const optionsWith = (key: string): GatewayOptions => ({
  protocols: ['openai-responses', 'openai-chat', 'anthropic-messages', 'gemini'],
  provider: { baseUrl: provider.url, key },
  authorities: null,
  models: [MODEL],
  maxTokens: null,
  meter: METER,
  recorder,
  killSwitch,
  onFatal: () => undefined,
});

export const shut = async (): Promise<void> => {
  await gateway.close();
  await provider.close();
};

export const post = (
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<Response> =>
  fetch(`${gateway.address.url}${path}`, {
    method: 'POST',
    signal,
    headers: { authorization: `Bearer ${gateway.address.token}`, ...headers },
    body:
      typeof body === 'string' || body instanceof Uint8Array
        ? (body as NonNullable<RequestInit['body']>)
        : JSON.stringify(body),
  });
export const ask = (body: Record<string, unknown> = {}, signal: AbortSignal | null = null) =>
  post('/v1/responses', { model: MODEL, input: 'hi', ...body }, {}, signal);
export const last = (type: string) => recorder.payloads(type).at(-1)!;
export const content = (ref: unknown) =>
  Buffer.from(recorder.contentOf(ref as { commitment: Uint8Array }).bytes).toString();
export const answered = async (count = 1) => {
  await until('the end of the call on the record', () => recorder.payloads('model.answered').length === count);
  return last('model.answered');
};
