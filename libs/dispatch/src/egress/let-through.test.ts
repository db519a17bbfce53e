/** Who is let through, and that nobody is before it is on the record. */
import { once } from 'node:events';
import net from 'node:net';
import { ask, parseClaim, SpineError, type EventDraft } from '@runseal/spine';
import { forwardFrom } from '../containment/reach/forward.ts';
import { authorized, PUBLIC, until, WAYS, World } from './fixtures/world.ts';
import type { EgressLease } from './lease.ts';

const world = new World();
beforeAll(() => world.host.open());
beforeEach(() => world.begin());
afterEach(() => world.end());
afterAll(() => world.host.close());

/** What a reader of this record is told about a host. */
const askOfRecord = (host: string) =>
  ask(parseClaim(`host:${host} reached`), [
    { type: 'run.opened', seq: 0, payload: { harness_kind: 'native' } },
    ...world.recorder.events,
  ]);

it('a listed host is reached at the address that was checked, and stands on the record by name and by address', async () => {
  const { recorder } = world;
  const began = performance.now();
  const { status, socket } = await world.connect('Good.Example.:443');
  expect(status).toBe(200);
  const [{ connection }] = recorder.payloads('egress.decided') as [{ connection: string }];
  const asked = { connection, call: 7, host: 'good.example', port: 443, via: 'connect' };
  expect(recorder.payloads('egress.decided')).toEqual([
    { ...asked, decision: 'lookup', reason: 'listed', addresses: [] },
    { ...asked, decision: 'allowed', reason: 'listed', addresses: [PUBLIC] },
  ]);
  expect([world.resolved, world.dialled]).toEqual([['good.example'], [PUBLIC]]);
  socket.end('GET /x HTTP/1.1\r\nhost: good.example\r\nconnection: close\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('203 ');
  await once(socket.resume(), 'close');
  await world.egress.close();
  expect(recorder.payloads('egress.ended')).toEqual([
    expect.objectContaining({ connection, outcome: 'closed', sent: 58, received: expect.any(Number) as unknown }),
  ]);
  const [{ duration_us }] = recorder.payloads('egress.ended') as [{ duration_us: number }];
  expect(duration_us).toBeLessThan((performance.now() - began) * 1000);
  expect(recorder.payloads('provenance.gap')).toEqual([
    expect.objectContaining({ surface: 'egress', reason: 'content_not_seen', count: 1 }),
  ]);
  expect(askOfRecord('good.example')).toMatchObject({
    ...{ answer: 'yes', events: [2], sentence: 'good.example was connected to once, through us.' },
  });
});

it.each(Object.entries(WAYS))(
  'nothing leaves, not the name for its lookup, before it is durable: %s',
  async (_, ask) => {
    const durable = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const decided: (string | undefined)[] = [];
    const slowly = await world.start({
      recorder: {
        ...world.recorder,
        async append(...drafts) {
          const [{ type, payload }] = drafts as [EventDraft];
          if (type === 'egress.decided') {
            decided.push(payload['decision'] as string);
            await durable[decided.length - 1]!.promise;
          }
          return world.recorder.append(...drafts);
        },
      },
    });
    world.lease = slowly.lend(1);
    const asked = ask(world);
    for (const [i, decision] of ['lookup', 'allowed'].entries()) {
      await until('it is decided', () => decided.length > i);
      expect([decided[i], world.resolved.length, world.dialled.length]).toEqual([decision, i, 0]);
      durable[i]!.resolve(null);
    }
    await asked;
    expect([world.resolved, world.dialled]).toEqual([['good.example'], [PUBLIC]]);
    await slowly.close();
  },
);

describe('everything else', () => {
  it.each([
    ['evil.example:443', 'not_listed'],
    ['xgood.example:443', 'not_listed'],
    ['below.example:443', 'not_listed'],
    ['good.example:22', 'port_not_listed'],
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
    expect([world.resolved, world.dialled]).toEqual([[], []]);
  });

  it.each([
    ['bent.example', 'address_not_public'],
    ['inside.example', 'address_not_public'],
    ['mapped.example', 'address_not_public'],
    ['gone.example', 'unresolvable'],
  ])(
    '%s is looked up and refused: %s; that its name was to be looked up is on the record too',
    async (host, reason) => {
      expect((await world.connect(`${host}:443`)).status).toBe(403);
      expect(world.decisions).toEqual([
        { host, reason: 'listed', decision: 'lookup' },
        { host, reason, decision: 'refused' },
      ]);
      expect(world.dialled).toEqual([]);
      const [one, other] = world.recorder.payloads('egress.decided');
      expect(one!['connection']).toBe(other!['connection']);
      await world.egress.close();
      expect(world.types).toEqual(['egress.decided', 'egress.decided']);
      expect(askOfRecord(host)).toMatchObject({ answer: 'no_within_observed', events: [1, 2] });
    },
  );

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

it('a program that takes all the connections it can leaves the others theirs', async () => {
  const [greedy, other] = [await lentTo(1), await lentTo(2)];
  const idle = Array.from({ length: 256 }, () => net.connect(greedy.reach.port, '127.0.0.1'));
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  world.lease = greedy;
  await expect(world.get('http://good.example/')).rejects.toThrow();
  world.lease = other;
  expect((await world.get('http://good.example/')).status).toBe(203);
  const [one, ...rest] = idle;
  one!.destroy();
  world.lease = greedy;
  const again = async (): Promise<unknown> => world.get('http://good.example/').catch(again);
  expect(await again()).toMatchObject({ status: 203 });
  greedy.release();
  await Promise.all(rest.map((socket) => once(socket.resume(), 'close')));
  await expect(world.get('http://good.example/')).rejects.toThrow();
});

it('those that dial the proxy themselves share as many', async () => {
  const idle = Array.from({ length: 256 }, () => net.connect(world.lease.reach.port, '127.0.0.1'));
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  await expect(world.get('http://good.example/')).rejects.toThrow();
  for (const socket of idle) socket.destroy();
});

/** A lease as a contained program has it: what it connects to hands its connections over. */
async function lentTo(call: number): Promise<EgressLease> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const lease = world.egress.lend(call);
  const forwarder = forwardFrom(server, lease.reach);
  world.leave(() => forwarder.close());
  return { ...lease, reach: { ...lease.reach, port: (server.address() as net.AddressInfo).port } };
}

it('nothing goes out that cannot be recorded', async () => {
  world.recorder.failWith(new SpineError('runseal.store_unavailable', 'gone'));
  expect((await world.connect('good.example:443')).status).toBe(403);
  expect((await world.get('http://good.example/')).status).toBe(403);
  expect(world.dialled).toEqual([]);
  // It is said once, and no name goes out either.
  expect([world.fatal.length, world.resolved.length]).toEqual([1, 0]);
  await world.egress.close();
  world.recorder.failWith(null);
});

it.each(Object.entries(WAYS))('nor where the record is lost while a name is looked up: %s', async (_, ask) => {
  const { recorder } = world;
  const cut = await world.start({
    resolve() {
      recorder.failWith(new SpineError('runseal.store_unavailable', 'gone'));
      return Promise.resolve([PUBLIC]);
    },
  });
  world.lease = cut.lend(1);
  expect((await ask(world)).status).toBe(403);
  expect([world.dialled, world.decisions.map(({ decision }) => decision)]).toEqual([[], ['lookup']]);
  await cut.close();
  recorder.failWith(null);
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
