/** Who is let through, and that nobody is before it is on the record. */
import { once } from 'node:events';
import { SpineError } from '@runseal/spine';
import { authorized, PUBLIC, World } from './fixtures/world.ts';

const world = new World();
beforeAll(() => world.host.open());
beforeEach(() => world.begin());
afterEach(() => world.end());
afterAll(() => world.host.close());

it('a listed host is reached at the address that was checked, once the decision is on the record', async () => {
  const { recorder } = world;
  const { status, socket } = await world.connect('Good.Example.:443');
  expect(status).toBe(200);
  expect(recorder.payloads('egress.decided')).toEqual([
    {
      connection: expect.any(String) as unknown,
      ...{ call: 7, host: 'good.example', port: 443, via: 'connect' },
      ...{ decision: 'allowed', reason: 'listed', addresses: [PUBLIC] },
    },
  ]);
  expect([world.resolved, world.dialled]).toEqual([['good.example'], [PUBLIC]]);
  socket.end('GET /x HTTP/1.1\r\nhost: good.example\r\nconnection: close\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('203 ');
  await once(socket.resume(), 'close');
  await world.egress.close();
  const [{ connection }] = recorder.payloads('egress.decided') as [{ connection: string }];
  expect(recorder.payloads('egress.ended')).toEqual([
    expect.objectContaining({ connection, outcome: 'closed', sent: 58, received: expect.any(Number) as unknown }),
  ]);
  expect(recorder.payloads('provenance.gap')).toEqual([
    expect.objectContaining({ surface: 'egress', reason: 'content_not_seen', count: 1 }),
  ]);
});

describe('everything else', () => {
  it.each([
    ['evil.example:443', 'not_listed'],
    ['xgood.example:443', 'not_listed'],
    ['below.example:443', 'not_listed'],
    ['good.example:22', 'port_not_listed'],
    ['bent.example:443', 'address_not_public'],
    ['inside.example:443', 'address_not_public'],
    ['mapped.example:443', 'address_not_public'],
    ['gone.example:443', 'unresolvable'],
    ['127.0.0.1:443', 'address_literal'],
    ['[::ffff:127.0.0.1]:443', 'address_literal'],
    ['[::1]:443', 'address_literal'],
    ['169.254.169.254:80', 'address_literal'],
    ['2130706433:80', 'name_invalid'],
    ['0x7f.1:80', 'name_invalid'],
    ['good.example\u00ad:443', 'name_invalid'],
  ])('%s is refused: %s', async (authority, reason) => {
    const { status } = await world.connect(encodeURI(authority).replaceAll('%5B', '[').replaceAll('%5D', ']'));
    expect(status).toBe(403);
    expect(world.decisions).toEqual([{ host: expect.any(String) as unknown, reason, decision: 'refused' }]);
    expect(world.dialled).toEqual([]);
  });

  it('is refused over plain http too, without being looked up', async () => {
    const statusOf = async (url: string) => (await world.get(url)).status;
    expect(await statusOf('http://evil.example/')).toBe(403);
    expect(await statusOf('http://127.0.0.1/')).toBe(403);
    expect(await statusOf('ftp://good.example/')).toBe(400);
    expect(await statusOf('/local')).toBe(400);
    expect(await statusOf('http://me@good.example/')).toBe(400);
    expect(await statusOf('http://:me@good.example/')).toBe(400);
    expect(await statusOf('http://good.example:22/')).toBe(403);
    expect(await statusOf(`http://${'a.'.repeat(300)}example/`)).toBe(403);
    expect(world.decisions.at(-1)!.host).toHaveLength(253);
    expect(world.resolved).toEqual([]);
  });

  it('is not even judged without the token of a lease that stands', async () => {
    const statusWith = async (headers: Record<string, string>) =>
      (await world.get('http://good.example/', headers)).status;
    const basic = (text: string) => ({ 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` });
    expect(await statusWith({})).toBe(407);
    expect(await statusWith(basic('runseal:guess'))).toBe(407);
    expect(await statusWith(basic(`root:${world.lease.secrets[0]!}`))).toBe(407);
    expect((await world.connect('good.example:443', {})).status).toBe(407);
    const other = world.egress.lend(8);
    other.release();
    expect(await statusWith(authorized(other))).toBe(407);
    expect(world.recorder.events).toEqual([]);
  });
});

it('a name that changes what it stands for is looked up once: what was checked is what is reached', async () => {
  const answers = [[PUBLIC], ['127.0.0.1']];
  const bending = await world.start({ resolve: () => Promise.resolve(answers.shift()!) });
  world.lease = bending.lend(1);
  expect((await world.connect('good.example:443')).status).toBe(200);
  expect((await world.connect('good.example:443')).status).toBe(403);
  expect(world.dialled).toEqual([PUBLIC]);
  await bending.close();
});

it('nothing goes out that cannot be recorded', async () => {
  world.recorder.failWith(new SpineError('runseal.store_unavailable', 'gone'));
  expect((await world.connect('good.example:443')).status).toBe(403);
  expect((await world.get('http://good.example/')).status).toBe(403);
  expect(world.dialled).toEqual([]);
  // It is said once, and nothing is looked up any more.
  expect([world.fatal.length, world.resolved.length]).toEqual([1, 1]);
  await world.egress.close();
  world.recorder.failWith(null);
});

it('a program that asks without end is refused, and the record counts what it does not list', async () => {
  const ask = () => world.connect('evil.example:443');
  for (let i = 0; i < 1010; i += 10) await Promise.all(Array.from({ length: 10 }, ask));
  expect((await world.connect('good.example:443')).status).toBe(403);
  expect(world.decisions).toHaveLength(1000);
  await world.egress.close();
  expect(world.recorder.payloads('provenance.gap')).toEqual([
    expect.objectContaining({ surface: 'egress', reason: 'decisions_not_recorded', count: 11 }),
  ]);
});

it('a list that names no host starts nothing', async () => {
  await expect(world.start({ allow: ['10.0.0.1'] })).rejects.toMatchObject({ code: 'runseal.egress_invalid' });
});
