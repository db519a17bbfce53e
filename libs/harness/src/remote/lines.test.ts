import { once } from 'node:events';
import net from 'node:net';
import { carryLines, type Lines } from './lines.ts';
import { MAX_LINE_BYTES } from './wire.ts';

let server: net.Server;
let far: net.Socket;
let near: Lines<unknown>;

beforeEach(async () => {
  server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(server, 'connection');
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
  [far] = (await connected) as [net.Socket];
  far.on('error', () => undefined);
  near = carryLines(socket, 'The harness');
});
afterEach(() => {
  near.close();
  far.destroy();
  server.close();
});

const all = async (): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of near.lines) lines.push(Buffer.from(line).toString());
  return lines;
};

it('carries lines whole, in whatever pieces they come', async () => {
  far.setNoDelay(true);
  for (const piece of ['a', 'b\nc', '\n', '\n', 'd\u2028', 'e\nf\ng']) {
    far.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  far.end();
  expect(await all()).toEqual(['ab', 'c', '', 'd\u2028e', 'f']);
});

it.each([0, 1])('takes a line as long as may be, and not %i bytes more', async (more) => {
  far.end(`${'x'.repeat(MAX_LINE_BYTES + more)}\n`);
  if (more === 0) expect((await all())[0]!.length).toBe(MAX_LINE_BYTES);
  else await expect(all()).rejects.toMatchObject({ code: 'protocol_violation' });
});

it('takes a long line that comes byte by byte without going through it again each time', async () => {
  const told = all();
  far.setNoDelay(true);
  far.write('x'.repeat(MAX_LINE_BYTES - 4000));
  const used = process.cpuUsage();
  for (let i = 0; i < 3000; i += 1) {
    far.write('y');
    await new Promise((resolve) => setImmediate(resolve));
  }
  far.end('\n');
  expect((await told)[0]!.length).toBe(MAX_LINE_BYTES - 1000);
  const { user, system } = process.cpuUsage(used);
  expect((user + system) / 1000).toBeLessThan(1500);
});

it('ends with somebody who asks and does not read', async () => {
  far.pause();
  const told = all();
  const text = 'z'.repeat(1024 * 1024);
  for (let i = 0; i < 80; i += 1) near.send({ text });
  expect(await told).toEqual([]);
});
