import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net';
import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { connect } from './connect.ts';
import { listening } from './listening.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.drop());

test('Who could not listen, because the database was away, can once it is back', async () => {
  const target = new URL(database.serviceUrl);
  const sockets: Socket[] = [];
  const forward = createServer((client) => {
    const server = dial(Number(target.port), target.hostname);
    sockets.push(client, server);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.pipe(server).pipe(client);
  });
  const open = (port: number): Promise<unknown> =>
    new Promise((resolve) => forward.listen(port, '127.0.0.1', () => resolve(0)));
  await open(0);
  const { port } = forward.address() as AddressInfo;
  await new Promise((resolve) => forward.close(resolve));

  const away = new URL(database.serviceUrl);
  away.hostname = '127.0.0.1';
  away.port = String(port);
  const sql = connect(away.href, { max: 1 });
  try {
    const heard: string[] = [];
    const listen = (): Promise<unknown> => listening(sql, 'rumour', (payload) => heard.push(payload));
    await expect(listen()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(listen()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await open(port);
    await listen();
    await sql`select pg_notify('rumour', 'back')`;
    while (heard.length === 0) await new Promise(setImmediate);
    expect(heard).toEqual(['back']);
  } finally {
    await sql.end();
    for (const socket of sockets) socket.destroy();
    forward.close();
  }
});
