import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { connect } from './connect.ts';
import { askedForPrimary, serverAddress, withParameters } from './server-address.ts';

test.each([
  'postgres://u:p@h:5432/d',
  'postgresql://u:p%23%40%2F@h/d?sslmode=verify-full',
  'postgres://u:p@a:1,b:2/d?target_session_attrs=read-write',
  'postgres:///d',
])('%s is what the driver reads itself', (url) => {
  expect(serverAddress(url)).toEqual({ url, options: {} });
});

test.each([
  ['postgres://u:p@[::1]:5433/d?sslmode=require', 'postgres://u:p@localhost/d?sslmode=require', ['::1'], [5433]],
  ['postgres://u:p@[fd00::7],b:2/d', 'postgres://u:p@localhost/d', ['fd00::7', 'b'], [5432, 2]],
])('The hosts of %s are given beside the URL', (text, url, host, port) => {
  expect(serverAddress(text)).toEqual({ url, options: { host, port } });
});

test.each([
  ['postgres://u@/d?host=/run/postgresql', 'postgres://u@localhost/d', '/run/postgresql/.s.PGSQL.5432'],
  ['postgres:///d?host=/tmp&port=6000', 'postgres://localhost/d', '/tmp/.s.PGSQL.6000'],
])('%s names a Unix socket as psql reads it', (text, url, path) => {
  expect(serverAddress(text)).toEqual({ url, options: { path } });
});

test.each([
  'mysql://u:p@h/d',
  'postgres://u:a#b@h/d',
  'postgres://u:a/b@h/d',
  'postgres://u:1/b@h/d',
  'postgres://u:a?b@h/d',
  'postgres://u:a@b@h/d',
  'postgres://u:50%@h/d',
  'postgres://u:p@h:port/d',
  'postgres://u@/d',
  '',
])('%j is not understood as something else', (text) => {
  expect(serverAddress(text)).toBeNull();
});

test('Parameters are added where they are missing, also to a URL of several hosts', () => {
  expect(withParameters('postgres://a,b/d?x=1', { x: '2', y: '3' })).toBe('postgres://a,b/d?x=1&y=3');
  expect(withParameters('postgres://a/d', {})).toBe('postgres://a/d');
});

test.each([
  ['postgres://u@a,b/d', 'postgres://u@a,b/d?target_session_attrs=primary'],
  ['postgres://u@[::1],b/d', 'postgres://u@localhost/d?target_session_attrs=primary'],
  ['postgres://u@a,b/d?target_session_attrs=read-write&x=1', 'postgres://u@a,b/d?target_session_attrs=primary&x=1'],
  ['postgres://u@a,b/d?target_session_attrs=standby', 'postgres://u@a,b/d?target_session_attrs=standby'],
  ['postgres://u@a/d?x=1,2', 'postgres://u@a/d?x=1,2'],
  ['postgres://u@[::1]/d', 'postgres://u@localhost/d'],
])('%s: of several servers the one that takes writes is asked for', (text, url) => {
  expect(askedForPrimary(serverAddress(text)!).url).toBe(url);
});

describe('A real server', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  test('is reached by the second of two hosts, and by an IPv6 literal of the same address', async () => {
    const { port } = new URL(database.serviceUrl);
    for (const place of [`127.0.0.1:1,127.0.0.1:${port}`, `[::ffff:127.0.0.1]:${port}`]) {
      const sql = connect(database.serviceUrl.replace(`127.0.0.1:${port}`, place), { max: 1 });
      await expect(sql`select 1 as n`).resolves.toMatchObject([{ n: 1 }]);
      await sql.end();
    }
  });
});
