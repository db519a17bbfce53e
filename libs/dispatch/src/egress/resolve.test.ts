import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameServer, type NameServer } from './fixtures/name-server.ts';
import { resolveByHost, resolveFrom } from './resolve.ts';

const SIX = ['2606:4700:0:0:0:0:0:1', '2606:4700:0:0:0:0:0:2'];
const NEVER = new AbortController().signal;

let folder: string;
let server: NameServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runseal-hosts-'));
  await writeFile(
    join(folder, 'hosts'),
    `# 192.0.2.1 noted.example
127.0.0.1 localhost
0.0.0.0\tblocked.example  Also.Blocked.example # not here: after.example
93.184.215.14 pinned.example
  2606:4700::9 pinned.example
pinned.example 93.184.215.15
93.184.215 bad.example\r
`,
  );
  server = await nameServer({
    'good.example': ['93.184.215.14', '93.184.215.15', '93.184.215.16', SIX[0]!, SIX[1]!],
    'six.example': [SIX[0]!],
    'empty.example': [],
    'pinned.example': ['93.184.215.99'],
    'blocked.example': ['93.184.215.99'],
    'also.blocked.example': ['93.184.215.99'],
    'bad.example': ['93.184.215.98'],
    'noted.example': ['93.184.215.97'],
    'after.example': ['93.184.215.96'],
    'silent.example': null,
  });
});
beforeEach(() => void server.asked.splice(0));
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const resolve = (name: string, { hosts = 'hosts', signal = NEVER } = {}) =>
  resolveFrom({ hosts: join(folder, hosts), servers: [server.address] })(name, signal);

test('a name has its addresses of both families in turn, from the servers', async () => {
  expect(await resolve('good.example')).toEqual([
    ...['93.184.215.14', '2606:4700::1', '93.184.215.15', '2606:4700::2', '93.184.215.16'],
  ]);
  expect([...server.asked].sort()).toEqual(['good.example A', 'good.example AAAA']);
  expect(await resolve('six.example')).toEqual(['2606:4700::1']);
});

test('what the hosts file says goes before, and then no server hears of the name', async () => {
  expect(await resolve('pinned.example')).toEqual(['93.184.215.14', '2606:4700::9']);
  expect(await resolve('blocked.example')).toEqual(['0.0.0.0']);
  expect(await resolve('also.blocked.example')).toEqual(['0.0.0.0']);
  expect(server.asked).toEqual([]);
  expect(await resolve('noted.example')).toEqual(['93.184.215.97']);
  expect(await resolve('after.example')).toEqual(['93.184.215.96']);
  expect(await resolve('bad.example')).toEqual(['93.184.215.98']);
});

test('without a hosts file the servers are asked; one that cannot be read is not passed over', async () => {
  expect(await resolve('pinned.example', { hosts: 'nothing' })).toEqual(['93.184.215.99']);
  await expect(resolve('pinned.example', { hosts: '' })).rejects.toMatchObject({ code: 'EISDIR' });
});

test('a name that is not there, or has no address, is a rejection', async () => {
  await expect(resolve('gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolve('empty.example')).rejects.toMatchObject({ code: 'ENODATA' });
});

test('names that nobody answers for hold up no other, and are asked for no more once they are given up', async () => {
  const stop = new AbortController();
  let settled = 0;
  const waiting = Array.from({ length: 100 }, () =>
    resolve('silent.example', { signal: stop.signal }).finally(() => (settled += 1)),
  );
  const ends = Promise.allSettled(waiting);
  expect(await resolve('good.example')).toHaveLength(5);
  expect(settled).toBe(0);
  stop.abort();
  for (const end of await ends) expect(end).toMatchObject({ reason: { code: 'ECANCELLED' } });
  const late = resolve('silent.example', { signal: stop.signal });
  await expect(late).rejects.toMatchObject({ name: 'AbortError' });
});

test('this machine knows itself by its hosts file', async () => {
  const found = await resolveByHost('localhost', NEVER);
  expect(found.length).toBeGreaterThan(0);
  expect(['127.0.0.1', '::1']).toEqual(expect.arrayContaining([...found]));
});
