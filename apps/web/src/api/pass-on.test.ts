import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { passOn } from './pass-on.ts';

let server: Server;
/** Requests the API got, newest last. */
const got: IncomingMessage[] = [];
let ended: Promise<unknown>;
beforeAll(async () => {
  server = createServer((request, response) => {
    got.push(request);
    ended = once(response, 'close');
    response.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': ['a=1', 'b=2'] });
    response.write('data: first\n\n');
    if (request.url === '/api/v1/short') response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env['RUNSEAL_API_URL'] = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(async () => {
  delete process.env['RUNSEAL_API_URL'];
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

test('an event arrives while the stream is open, and leaving ends the request behind it', async () => {
  const abort = new AbortController();
  const answer = await passOn(new Request('http://web.example/api/v1/stream?after=3', { signal: abort.signal }));
  const { value } = await answer.body!.getReader().read();
  expect(new TextDecoder().decode(value)).toBe('data: first\n\n');
  expect(got.at(-1)?.url).toBe('/api/v1/stream?after=3');
  abort.abort();
  await ended;
});

test('cookies come through one by one', async () => {
  const answer = await passOn(new Request('http://web.example/api/v1/short'));
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test('no path leaves the API it is for', async () => {
  got.length = 0;
  const abort = new AbortController();
  const answer = await passOn(
    new Request('http://web.example//elsewhere.invalid/api/v1/short', { signal: abort.signal }),
  );
  abort.abort();
  expect(answer.status).toBe(200);
  expect(got.at(-1)?.headers.host).toMatch(/^127\.0\.0\.1:/);
});

test('an API that is away is a problem with a code', async () => {
  const before = process.env['RUNSEAL_API_URL'];
  process.env['RUNSEAL_API_URL'] = 'http://127.0.0.1:1';
  const answer = await passOn(new Request('http://web.example/api/v1/runs'));
  process.env['RUNSEAL_API_URL'] = before;
  expect(answer.status).toBe(502);
  expect(((await answer.json()) as { code: string }).code).toBe('api_unreachable');
});
