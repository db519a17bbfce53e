import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { untilSent, whileAwaited } from './while-awaited.ts';

let server: Server;
let asked: ReturnType<typeof get>;
let raw: ServerResponse;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  asked = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  asked.on('error', () => undefined);
  [, raw] = (await once(server, 'request')) as [unknown, ServerResponse];
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('Who was gone before anything was begun is known to be gone, and the answer is not waited for', async () => {
  asked.destroy();
  await once(raw, 'close');
  expect(whileAwaited({ raw }).aborted).toBe(true);
  await untilSent({ raw });
});

test('Who goes while it lasts is known to be gone', async () => {
  const signal = whileAwaited({ raw });
  expect(signal.aborted).toBe(false);
  asked.destroy();
  await once(signal, 'abort');
});

test('Who got the answer was there', async () => {
  const signal = whileAwaited({ raw });
  const sent = untilSent({ raw });
  raw.end('done');
  await sent;
  expect(signal.aborted).toBe(false);
});
