/** What the gateway adds to the first byte of a streamed answer, against the same call straight to the same provider. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKillSwitch } from '@runseal/dispatch';
import { startGateway } from '@runseal/externagent';
import { openBenchStore } from './episode/store.ts';
import { median, rowOf, type Emit } from './row.ts';

const CALLS = 200;
/** A model's own time to its first token; real ones take longer. */
const THINKING_MS = 100;
const BODY = JSON.stringify({ model: 'm', stream: true, input: 'x'.repeat(20_000) });

export default async function bench(emit: Emit): Promise<void> {
  const store = await openBenchStore();
  const provider = await startProvider();
  const recorder = await store.writer('first-byte');
  const gateway = await startGateway({
    protocols: ['openai-responses'],
    provider: { baseUrl: `${provider.url}/v1`, key: 'sk-bench' },
    authorities: null,
    models: ['m'],
    maxTokens: null,
    meter: {
      begin: () => Promise.resolve(() => Promise.resolve()),
      again: () => Promise.resolve(),
      overrun: () => null,
    },
    recorder,
    killSwitch: createKillSwitch(),
    onFatal: (error) => {
      throw error;
    },
  });
  const spent = { through: [] as number[], straight: [] as number[] };
  try {
    for (let call = -10; call < CALLS; call++)
      for (const [name, url, key] of [
        ['through', gateway.address.url, gateway.address.token] as const,
        ['straight', provider.url, 'sk-bench'] as const,
      ]) {
        const ms = await firstByte(`${url}/v1/responses`, key);
        if (call >= 0) spent[name].push(ms);
      }
  } finally {
    await gateway.close();
    await Promise.all([provider.close(), store.close()]);
  }
  emit(rowOf('gateway.first-byte', 'ms', median(spent.through), median(spent.straight)));
}

async function firstByte(url: string, key: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: BODY });
  const reader = response.body!.getReader();
  await reader.read();
  const ms = performance.now() - startedAt;
  while (!(await reader.read()).done);
  return ms;
}

async function startProvider() {
  const event = (message: object) => `data: ${JSON.stringify(message)}\n\n`;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(event({ type: 'response.output_text.delta', delta: 'first' }));
        const usage = { input_tokens: 1, output_tokens: 1 };
        response.end(event({ type: 'response.completed', response: { status: 'completed', usage } }));
      }, THINKING_MS);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
