/** Programs and hosts that go away, and what becomes of what they had begun. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Held } from '../../../../test/held/held.ts';
import type { MemoryRecorder } from '../testing/memory-recorder.ts';
import { authorized, PUBLIC, token, until, WAYS, World } from './fixtures/world.ts';
import type { EgressOptions } from './options.ts';

const world = new World();
beforeAll(() => world.host.open());
beforeEach(() => world.begin());
afterEach(() => world.end());
afterAll(() => world.host.close());

describe('a listed host', () => {
  it.each(['CONNECT', 'plain http'])('that breaks off ends what was asked of it, and nothing else: %s', async (how) => {
    world.host.does = 'break off';
    if (how === 'CONNECT') {
      const { socket } = await world.connect('good.example:443');
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      await once(socket, 'close');
    } else await expect(world.get('http://good.example/')).rejects.toThrow();
    world.host.does = 'answer';
    expect((await world.get('http://good.example/')).status).toBe(203);
    await world.egress.close();
    expect(world.recorder.payloads('egress.ended').map(({ outcome }) => outcome)).toEqual(['closed', 'closed']);
  });

  it.each(['CONNECT', 'plain http'])('is let go when the program hangs up: %s', async (how) => {
    world.host.does = 'keep silent';
    const ended = once(world.host.server, 'gone');
    const heard = once(world.host.server, 'heard');
    if (how === 'CONNECT') {
      const { socket } = await world.connect('good.example:443');
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      await heard;
      socket.resetAndDestroy();
    } else {
      const asking = world.speak('GET http://good.example/ HTTP/1.1', 'host: x', token(world.lease), '', '');
      await heard;
      asking.resetAndDestroy();
    }
    await ended;
    await until('its end is on the record', () => world.recorder.payloads('egress.ended').length === 1);
  });
});

it('the end of a lease ends its connections, and no others', async () => {
  const other = world.egress.lend(8);
  const mine = await world.connect('good.example:443');
  const theirs = await world.connect('good.example:443', authorized(other));
  world.lease.release();
  await once(mine.socket, 'close');
  expect(theirs.socket.destroyed).toBe(false);
});

describe('a program that is gone', () => {
  /** How a connection ended takes its time to be on the record. */
  const late: MemoryRecorder['append'] = async (...drafts) => {
    if (drafts[0]?.type === 'egress.ended') await pause(50);
    return world.recorder.append(...drafts);
  };
  const slow = async (means: Partial<EgressOptions>) => {
    const begun = await world.start({ recorder: { ...world.recorder, append: late }, ...means });
    world.lease = begun.lend(1);
    return begun;
  };

  it.each(Object.entries(WAYS))(
    'is not connected for any more, and the end of the run waits for what is judged: %s',
    async (_, ask) => {
      const answer = Promise.withResolvers<string[]>();
      const slowly = await slow({
        resolve: (name) => {
          world.resolved.push(name);
          return answer.promise;
        },
      });
      const asked = ask(world).catch(() => 'gone');
      await until('it is judged', () => world.resolved.length > 0);
      world.lease.release();
      expect(await asked).toBe('gone');
      const closed = slowly.close().then(() => 'closed');
      expect(await Promise.race([closed, pause(100, 'waits')])).toBe('waits');
      answer.resolve([PUBLIC]);
      await closed;
      expect(world.types).toEqual(['egress.decided', 'egress.decided', 'egress.ended', 'provenance.gap']);
      expect(world.dialled).toEqual([]);
    },
  );

  it('by force, while it was judged, is nobody else’s trouble', async () => {
    const answer = Promise.withResolvers<string[]>();
    const slowly = await slow({
      resolve: (name) => {
        world.resolved.push(name);
        return answer.promise;
      },
    });
    const asking = world.speak('CONNECT good.example:443 HTTP/1.1', 'host: x', token(world.lease), '', 'early');
    await until('it is judged', () => world.resolved.length > 0);
    asking.resetAndDestroy();
    answer.resolve(['127.0.0.1']);
    await until('it is refused', () => world.types.length === 2);
    expect((await world.get('http://evil.example/')).status).toBe(403);
    await slowly.close();
  });

  it.each(Object.entries(WAYS))('while it was connected for has reached the host all the same: %s', async (_, ask) => {
    const through = Promise.withResolvers<null>();
    const slowly = await slow({
      dial: async (address) => {
        world.dialled.push(address);
        await through.promise;
        return world.host.connect();
      },
    });
    const asked = ask(world).catch(() => 'gone');
    await until('it is dialled', () => world.dialled.length > 0);
    world.lease.release();
    expect(await asked).toBe('gone');
    through.resolve(null);
    await slowly.close();
    expect(world.types).toEqual(['egress.decided', 'egress.decided', 'egress.ended', 'provenance.gap']);
    expect(world.recorder.payloads('egress.ended')).toEqual([
      expect.objectContaining({ outcome: 'closed', sent: 0, received: 0 }),
    ]);
  });
});

it.each([
  ['without a token', 407, 'good.example:443', () => 'x: y'],
  ['without a port', 400, 'good.example', token],
  ['to what is not listed', 403, 'evil.example:443', token],
  ['to what nobody answers at', 502, 'down.example:443', token],
])('a refused connection is over, though the program keeps its half open: %s', async (_, status, authority, proof) => {
  const idle = world.speak(`CONNECT ${authority} HTTP/1.1`, 'host: x', proof(world.lease), '', '');
  const [refused] = (await once(idle, 'data')) as [Buffer];
  expect(refused.toString()).toContain(` ${status} `);
  await until('it is closed', () => {
    idle.write('x');
    return idle.destroyed;
  });
});

it('a program that never comes to the end of what it asks does not keep the run from ending', async () => {
  const asking = world.speak('GET http://good.example/ HTTP/1.1', 'host: x', '');
  await once(asking, 'connect');
  // Taken in by now: what came later was answered.
  expect((await world.get('http://evil.example/')).status).toBe(403);
  await world.egress.close();
});

it('a connection that is gone is not held until the lease ends', async () => {
  const held = new Held();
  const accepted = ({ socket }: { socket: net.Socket }): void => {
    held.watch(socket);
  };
  subscribe('http.server.request.start', accepted as never);
  try {
    for (let i = 0; i < 50; i += 1) expect((await world.get('http://evil.example/')).status).toBe(403);
  } finally {
    unsubscribe('http.server.request.start', accepted as never);
  }
  await until('they are let go', () => held.count() < 25);
});
