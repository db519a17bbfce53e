/** A worker that could not listen, because the database went away as it started, listens once it is back. */
import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net';
import { connect } from '@runseal/spine/postgres';
import { pino } from 'pino';
import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { Channels } from './channels.ts';

const log = pino({ level: 'silent' });

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** A port in front of the database where nobody answers until it is opened. */
async function closedPort() {
  const target = new URL(database.serviceUrl);
  const sockets: Socket[] = [];
  const forward = createServer((client) => {
    const server = dial(Number(target.port), target.hostname);
    sockets.push(client, server);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.pipe(server).pipe(client);
  });
  const open = (port: number): Promise<void> =>
    new Promise((resolve) => forward.listen(port, '127.0.0.1', () => resolve()));
  await open(0);
  const { port } = forward.address() as AddressInfo;
  await new Promise((resolve) => forward.close(resolve));
  const url = new URL(database.serviceUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    open: () => open(port),
    close: () => {
      for (const socket of sockets) socket.destroy();
      forward.close();
    },
  };
}

test('A channel that could not be listened to is listened to once the database is back', async () => {
  const away = await closedPort();
  const sql = connect(away.url, { max: 1 });
  const heard: string[] = [];
  const began: string[] = [];
  const channels = new Channels(
    { sql, log },
    ['goals', 'halts'].map((channel) => ({
      channel,
      onNotice: (payload) => heard.push(`${channel} ${payload}`),
      onListening: () => began.push(channel),
    })),
  );
  try {
    await channels.listen();
    await channels.listen();
    expect(channels.missing).toEqual(['goals', 'halts']);
    await away.open();
    await channels.listen();
    expect(channels.missing).toEqual([]);
    // The driver tries by itself too and may say more than once that it listens; a notice is told once all the same.
    expect(new Set(began)).toEqual(new Set(['goals', 'halts']));
    await channels.listen();
    for (const channel of ['goals', 'halts']) await sql`select pg_notify(${channel}, 'once')`;
    while (heard.length < 2) await new Promise(setImmediate);
    expect(heard).toEqual(['goals once', 'halts once']);
    await channels.close();
  } finally {
    await sql.end();
    away.close();
  }
});

test('What is no outage is not waited out', async () => {
  const sql = connect(database.serviceUrl, { max: 1 });
  try {
    const channels = new Channels({ sql, log }, [{ channel: '', onNotice: () => undefined }]);
    await expect(channels.listen()).rejects.toMatchObject({ code: '42601' });
  } finally {
    await sql.end();
  }
});
