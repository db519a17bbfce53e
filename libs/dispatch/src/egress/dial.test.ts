import { once } from 'node:events';
import net from 'node:net';
import { dialAny, dialByHost } from './dial.ts';

const HERE = { destroyed: false };
let server: net.Server;
const portOf = (one: net.Server): number => (one.address() as net.AddressInfo).port;

beforeAll(async () => {
  server = net.createServer((socket) => socket.resume().on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

/** Addresses that were dialled, and whose answer was given. */
async function dialled(addresses: readonly string[], answers: readonly string[], program = HERE) {
  const asked: string[] = [];
  const socket = new net.Socket();
  const found = await dialAny(
    (address, port) => {
      asked.push(`${address}:${port}`);
      return answers.includes(address) ? Promise.resolve(socket) : Promise.reject(new Error('ECONNREFUSED'));
    },
    { addresses, port: 8443 },
    program,
  );
  return { asked, answered: found === socket };
}

test('addresses are dialled one by one until one answers, the first four of them', async () => {
  const all = ['a', 'b', 'c', 'd', 'e'];
  expect(await dialled(all, ['b', 'c'])).toEqual({ asked: ['a:8443', 'b:8443'], answered: true });
  expect(await dialled(all, ['d'])).toMatchObject({ answered: true });
  expect(await dialled(all, ['e'])).toEqual({ asked: ['a:8443', 'b:8443', 'c:8443', 'd:8443'], answered: false });
  expect(await dialled([], [])).toEqual({ asked: [], answered: false });
});

test('once the program is gone no further address is dialled', async () => {
  const program = {
    asked: 0,
    get destroyed() {
      return (this.asked += 1) > 2;
    },
  };
  expect(await dialled(['a', 'b', 'c'], ['c'], program)).toEqual({ asked: ['a:8443', 'b:8443'], answered: false });
});

test('a connection is waited for with a limit, and without one once it stands; that it breaks then ends only itself', async () => {
  const socket = await dialByHost('127.0.0.1', portOf(server));
  expect([socket.remotePort, socket.timeout]).toEqual([portOf(server), 0]);
  socket.destroy(new Error('reset'));
  await new Promise((resolve) => socket.once('close', resolve));
});

test('nobody there is a rejection', async () => {
  const gone = net.createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const port = portOf(gone);
  gone.close();
  await once(gone, 'close');
  await expect(dialByHost('127.0.0.1', port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
