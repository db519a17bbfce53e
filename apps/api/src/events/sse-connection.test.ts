import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { SseConnection } from './sse-connection.ts';

test('a slow reader is waited for: what is buffered stays below two frames', async () => {
  const frame = 'x'.repeat(256 * 1024);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const [, raw] = (await once(server, 'request')) as [unknown, ServerResponse];
  raw.writeHead(200);
  const connection = new SseConnection(raw, 60_000);
  let sent = 0;
  const sending = (async () => {
    for (let n = 1; n <= 64; n++) {
      await connection.send({ id: n, data: frame });
      sent = n;
      expect(raw.writableLength).toBeLessThan(2 * frame.length);
    }
    connection.close();
  })();
  const [response] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
  // Nobody reads yet: the sender stands still well before the end.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(sent).toBeLessThan(64);
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  await sending;
  expect(bytes).toBeGreaterThan(64 * frame.length);
  server.close();
});

test('a client that goes away ends the wait', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  asked.on('error', () => undefined);
  const [, raw] = (await once(server, 'request')) as [unknown, ServerResponse];
  const connection = new SseConnection(raw, 60_000);
  const sending = (async () => {
    while (!connection.signal.aborted) await connection.send({ data: 'x'.repeat(1024 * 1024) });
  })();
  asked.destroy();
  await sending;
  expect(connection.signal.aborted).toBe(true);
  server.close();
});

test('a client that was gone before its stream began is known to be gone', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  asked.on('error', () => undefined);
  const [, raw] = (await once(server, 'request')) as [unknown, ServerResponse];
  asked.destroy();
  await once(raw, 'close');
  expect(new SseConnection(raw, 60_000).signal.aborted).toBe(true);
  server.close();
});

test('a stream that waits behind another on its connection ends with the connection', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const streams: SseConnection[] = [];
  const both = new Promise<void>((resolve) => {
    server.on('request', (_request, raw: ServerResponse) => {
      raw.writeHead(200);
      streams.push(new SseConnection(raw, 60_000));
      if (streams.length === 2) resolve();
    });
  });
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(2));
  await both;
  const ended = Promise.all(streams.map(({ signal }) => once(signal, 'abort')));
  socket.destroy();
  await ended;
  server.close();
});
