/** The way out, used by real clients; only names and what lies behind them are made up. */
import { once } from 'node:events';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, request, type IncomingMessage } from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { SpineError } from '@runseal/spine';
import { memoryRecorder, type MemoryRecorder } from '../testing/memory-recorder.ts';
import { Held } from '../../../../test/held/held.ts';
import { startEgress, type Egress } from './egress.ts';
import type { EgressLease } from './lease.ts';
import type { EgressOptions } from './options.ts';

const PUBLIC = '93.184.215.14';
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'good.example': [PUBLIC],
  'sub.below.example': [PUBLIC],
  'bent.example': [PUBLIC, '169.254.169.254'],
  'inside.example': ['127.0.0.1'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'down.example': ['93.184.215.99'],
};
const ALLOW = [
  ...['good.example', '.below.example', 'bent.example', 'inside.example', 'mapped.example', 'down.example'],
  'gone.example',
];

let recorder: MemoryRecorder;
let egress: Egress;
let lease: EgressLease;
let resolved: string[];
let dialled: string[];
let fatal: unknown[];
const open: (() => unknown)[] = [];

/** Answers with the request; whatever is dialled ends here. */
let behind: net.Server;
/** What it answers instead, byte by byte. */
let instead: string | null = null;
/** It breaks off, or says nothing. */
let [broken, mute] = [false, false];
const behindPort = () => (behind.address() as net.AddressInfo).port;

beforeAll(async () => {
  behind = createServer((incoming, response) => {
    incoming.socket.once('close', () => behind.emit('gone'));
    behind.emit('heard');
    if (mute) return;
    if (broken) {
      incoming.socket.resetAndDestroy();
      return;
    }
    if (instead !== null) {
      incoming.socket.end(instead);
      return;
    }
    void text(incoming).then((body) => {
      const said = `${incoming.method} ${incoming.url} ${JSON.stringify(incoming.headers)} ${body}`;
      const headers = { 'content-length': said.length, connection: 'x-hop', 'x-hop': '1', 'x-behind': 'kept' };
      response.writeHead(203, headers).end(said);
    });
  }).listen(0, '127.0.0.1');
  await once(behind, 'listening');
});
afterAll(() => behind.close());

beforeEach(async () => {
  recorder = memoryRecorder();
  [resolved, dialled, fatal] = [[], [], []];
  instead = null;
  [broken, mute] = [false, false];
  egress = await startEgress({
    allow: ALLOW,
    recorder,
    onFatal: (error) => fatal.push(error),
    resolve: async (name) => {
      resolved.push(name);
      return Promise.resolve(NAMES[name] ?? Promise.reject(new Error('ENOTFOUND')));
    },
    dial: async (address) => {
      dialled.push(address);
      if (address === '93.184.215.99') throw new Error('ECONNREFUSED');
      const socket = net.connect(behindPort(), '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    },
  });
  lease = egress.lend(7);
});
afterEach(async () => {
  for (const close of open.splice(0)) close();
  await egress.close();
});

const authorized = (of: EgressLease = lease) => ({ 'proxy-authorization': `Basic ${of.secrets[1]!}` });

/** A connection to the proxy by a program that speaks for itself, and keeps its half open as long as it likes. */
function speak(...lines: readonly string[]): net.Socket {
  const socket = net.connect({ port: lease.reach.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  open.push(() => socket.destroy());
  socket.write(lines.join('\r\n'));
  return socket;
}
const token = () => `proxy-authorization: Basic ${lease.secrets[1]!}`;

/** Status of a CONNECT, and the socket behind it. */
async function connect(authority: string, headers: Record<string, string> = authorized()) {
  const asking = request({
    port: lease.reach.port,
    host: '127.0.0.1',
    method: 'CONNECT',
    path: authority,
    headers,
    agent: false,
  });
  asking.end();
  const [answer, socket] = (await once(asking, 'connect')) as [IncomingMessage, net.Socket];
  socket.on('error', () => undefined);
  open.push(() => socket.destroy());
  return { status: answer.statusCode, socket };
}

async function get(url: string, headers: Record<string, string> = authorized()) {
  const asking = request({ port: lease.reach.port, host: '127.0.0.1', path: url, headers, agent: false });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, text: await text(answer) };
}

async function until(what: string, condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 5000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}`);
    await pause(20);
  }
}

const decisions = () =>
  recorder.payloads('egress.decided').map(({ host, reason, decision }) => ({ host, reason, decision }));

describe('a listed host', () => {
  it('is reached at the address that was checked, once the decision is on the record', async () => {
    const { status, socket } = await connect('Good.Example.:443');
    expect(status).toBe(200);
    expect(recorder.payloads('egress.decided')).toEqual([
      {
        connection: expect.any(String) as unknown,
        ...{ call: 7, host: 'good.example', port: 443, via: 'connect' },
        ...{ decision: 'allowed', reason: 'listed', addresses: [PUBLIC] },
      },
    ]);
    expect([resolved, dialled]).toEqual([['good.example'], [PUBLIC]]);
    socket.end('GET /x HTTP/1.1\r\nhost: good.example\r\nconnection: close\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('203 ');
    await once(socket.resume(), 'close');
    await egress.close();
    const [{ connection }] = recorder.payloads('egress.decided') as [{ connection: string }];
    expect(recorder.payloads('egress.ended')).toEqual([
      expect.objectContaining({ connection, outcome: 'closed', sent: 58, received: expect.any(Number) as unknown }),
    ]);
    expect(recorder.payloads('provenance.gap')).toEqual([
      expect.objectContaining({ surface: 'egress', reason: 'content_not_seen', count: 1 }),
    ]);
  });

  it('is asked for under its own name, whatever else the program writes; the token goes no further', async () => {
    const { status, text } = await get('http://sub.below.example/a?b=c', {
      ...authorized(),
      host: 'other.example',
      connection: 'keep-alive, X-Hop , close',
      ...{ 'x-hop': '1', upgrade: 'h2c', te: 'trailers', 'keep-alive': 'timeout=1', 'proxy-connection': 'x-hop' },
      'x-kept': '2',
    });
    expect(status).toBe(203);
    expect(text).toContain('GET /a?b=c');
    expect(recorder.payloads('egress.decided')).toEqual([
      expect.objectContaining({ host: 'sub.below.example', port: 80, via: 'http' }),
    ]);
    expect(text).toContain('"host":"sub.below.example"');
    expect(text).toContain('"x-kept":"2"');
    expect(text).not.toMatch(/x-hop|proxy|other\.example|upgrade|"te"|keep-alive/);
  });

  it.each([
    ['a length', 'content-length: 35', 'GET /more HTTP/1.1\r\nhost: other\r\n\r\n'],
    ['chunks', 'transfer-encoding: chunked', '23\r\nGET /more HTTP/1.1\r\nhost: other\r\n\r\n\r\n0\r\n\r\n'],
  ])('gets what follows a head as a body of %s, though the program calls that a matter of this hop', async (...how) => {
    const [, framing, body] = how;
    const hop = `connection: close, ${framing.split(':')[0]!}`;
    const asking = speak('GET http://good.example/ HTTP/1.1', 'host: x', framing, hop, token(), '', body);
    const answer = await text(asking);
    expect(answer).toContain(JSON.stringify(framing.split(': ')).slice(1, -1).replace(',', ':'));
    expect(answer).toContain('} GET /more');
  });

  it('is sent what the program sends, and the program what it answers; both are counted', async () => {
    const body = 'x'.repeat(70_000);
    const said = [`content-length: ${body.length}`, 'connection: close', token()];
    const asking = speak('PUT http://good.example/a HTTP/1.1', 'host: x', ...said, '', body);
    const answer = await text(asking);
    expect(answer).toMatch(/^HTTP\/1.1 203 /);
    expect(answer).toMatch(/^x-behind: kept\r$/m);
    expect(answer).not.toMatch(/^x-hop/m);
    expect(answer).toContain('PUT /a {');
    expect(answer).toContain(body);
    await egress.close();
    const [{ sent, received }] = recorder.payloads('egress.ended') as [{ sent: number; received: number }];
    expect([sent > body.length, sent < body.length + 300]).toEqual([true, true]);
    expect(received).toBeGreaterThan(sent);
  });

  it('is sent what came together with a CONNECT', async () => {
    const early = 'GET /early HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
    const asking = speak('CONNECT good.example:443 HTTP/1.1', 'host: x', token(), '', early);
    expect(await text(asking)).toContain('GET /early');
  });

  it.each(['CONNECT', 'plain http'])('that breaks off ends what was asked of it, and nothing else: %s', async (how) => {
    broken = true;
    if (how === 'CONNECT') {
      const { socket } = await connect('good.example:443');
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      await once(socket, 'close');
    } else await expect(get('http://good.example/')).rejects.toThrow();
    broken = false;
    expect((await get('http://good.example/')).status).toBe(203);
    await egress.close();
    expect(recorder.payloads('egress.ended').map(({ outcome }) => outcome)).toEqual(['closed', 'closed']);
  });

  it.each(['CONNECT', 'plain http'])('is let go when the program hangs up: %s', async (how) => {
    mute = true;
    const ended = once(behind, 'gone');
    if (how === 'CONNECT') {
      const { socket } = await connect('good.example:443');
      const heard = once(behind, 'heard');
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      await heard;
      socket.resetAndDestroy();
    } else {
      const heard = once(behind, 'heard');
      const asking = speak('GET http://good.example/ HTTP/1.1', 'host: x', token(), '', '');
      await heard;
      asking.resetAndDestroy();
    }
    await ended;
    await until('its end is on the record', () => recorder.payloads('egress.ended').length === 1);
  });

  it('is asked for as it was judged, without the dot at its end, and at its port', async () => {
    expect((await get('http://good.example.:80/')).text).toContain('"host":"good.example"');
    expect((await get('http://good.example.:443/')).text).toContain('"host":"good.example:443"');
  });

  it('that nobody answers at is no failure of ours, and stands as unreachable', async () => {
    expect((await connect('down.example:443')).status).toBe(502);
    expect((await get('http://down.example/')).status).toBe(502);
    await egress.close();
    const unreached = expect.objectContaining({ outcome: 'unreachable', sent: 0, received: 0 }) as unknown;
    expect(recorder.payloads('egress.ended')).toEqual([unreached, unreached]);
  });
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
    expect((await connect(encodeURI(authority).replaceAll('%5B', '[').replaceAll('%5D', ']'))).status).toBe(403);
    expect(decisions()).toEqual([{ host: expect.any(String) as unknown, reason, decision: 'refused' }]);
    expect(dialled).toEqual([]);
  });

  it('is refused over plain http too, without being looked up', async () => {
    expect((await get('http://evil.example/')).status).toBe(403);
    expect((await get('http://127.0.0.1/')).status).toBe(403);
    expect((await get('ftp://good.example/')).status).toBe(400);
    expect((await get('/local')).status).toBe(400);
    expect((await get('http://me@good.example/')).status).toBe(400);
    expect((await get('http://:me@good.example/')).status).toBe(400);
    expect((await get('http://good.example:22/')).status).toBe(403);
    expect((await get(`http://${'a.'.repeat(300)}example/`)).status).toBe(403);
    expect((recorder.payloads('egress.decided').at(-1) as { host: string }).host).toHaveLength(253);
    expect(resolved).toEqual([]);
  });

  it('is not even judged without the token of a lease that stands', async () => {
    expect((await get('http://good.example/', {})).status).toBe(407);
    const wrong = Buffer.from('runseal:guess').toString('base64');
    expect((await get('http://good.example/', { 'proxy-authorization': `Basic ${wrong}` })).status).toBe(407);
    const another = Buffer.from(`root:${lease.secrets[0]!}`).toString('base64');
    expect((await get('http://good.example/', { 'proxy-authorization': `Basic ${another}` })).status).toBe(407);
    expect((await connect('good.example:443', {})).status).toBe(407);
    const other = egress.lend(8);
    other.release();
    expect((await get('http://good.example/', authorized(other))).status).toBe(407);
    expect(recorder.events).toEqual([]);
  });
});

it('a name that changes what it stands for is looked up once: what was checked is what is reached', async () => {
  const answers = [[PUBLIC], ['127.0.0.1']];
  const dials: string[] = [];
  const bending = await startEgress({
    allow: ['good.example'],
    recorder,
    onFatal: () => undefined,
    resolve: () => Promise.resolve(answers.shift()!),
    dial: async (address) => {
      dials.push(address);
      const socket = net.connect(behindPort(), '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    },
  });
  const first = bending.lend(1);
  lease = first;
  expect((await connect('good.example:443')).status).toBe(200);
  expect((await connect('good.example:443')).status).toBe(403);
  expect(dials).toEqual([PUBLIC]);
  await bending.close();
});

it('the end of a lease ends its connections, and no others', async () => {
  const other = egress.lend(8);
  const [mine, theirs] = [await connect('good.example:443'), await connect('good.example:443', authorized(other))];
  lease.release();
  await once(mine.socket, 'close');
  expect(theirs.socket.destroyed).toBe(false);
});

describe('a program that is gone', () => {
  /** How a connection ended takes its time to be on the record. */
  const late: MemoryRecorder['append'] = async (...drafts) => {
    if (drafts[0]?.type === 'egress.ended') await pause(50);
    return recorder.append(...drafts);
  };
  const slow = async (means: Partial<EgressOptions>) => {
    const begun = await startEgress({
      ...{
        allow: ['good.example'],
        recorder: { ...recorder, append: late },
        onFatal: (error: unknown) => fatal.push(error),
      },
      ...{ resolve: () => Promise.resolve([PUBLIC]) },
      ...means,
    });
    lease = begun.lend(1);
    return begun;
  };
  const ask: Readonly<Record<string, () => Promise<unknown>>> = {
    CONNECT: () => connect('good.example:443'),
    'plain http': () => get('http://good.example/'),
  };

  it.each(Object.keys(ask))(
    'is not connected for any more, and the end of the run waits for what is judged: %s',
    async (how) => {
      const answer = Promise.withResolvers<string[]>();
      const dials: string[] = [];
      const slowly = await slow({
        resolve: (name) => {
          resolved.push(name);
          return answer.promise;
        },
        dial: async (address) => {
          dials.push(address);
          return Promise.reject(new Error('ECONNREFUSED'));
        },
      });
      const asked = ask[how]!().catch(() => 'gone');
      await until('it is judged', () => resolved.length > 0);
      lease.release();
      expect(await asked).toBe('gone');
      const closed = slowly.close().then(() => 'closed');
      expect(await Promise.race([closed, pause(100, 'waits')])).toBe('waits');
      answer.resolve([PUBLIC]);
      await closed;
      expect(recorder.events.map(({ type }) => type)).toEqual(['egress.decided', 'egress.ended', 'provenance.gap']);
      expect(dials).toEqual([]);
    },
  );

  it.each(Object.keys(ask))('while it was connected for has reached the host all the same: %s', async (how) => {
    const through = Promise.withResolvers<null>();
    const slowly = await slow({
      dial: async (address) => {
        dialled.push(address);
        await through.promise;
        const socket = net.connect(behindPort(), '127.0.0.1');
        await once(socket, 'connect');
        return socket;
      },
    });
    const asked = ask[how]!().catch(() => 'gone');
    await until('it is dialled', () => dialled.length > 0);
    lease.release();
    expect(await asked).toBe('gone');
    through.resolve(null);
    await slowly.close();
    expect(recorder.events.map(({ type }) => type)).toEqual(['egress.decided', 'egress.ended', 'provenance.gap']);
    expect(recorder.payloads('egress.ended')).toEqual([
      expect.objectContaining({ outcome: 'closed', sent: 0, received: 0 }),
    ]);
  });
});

it('nothing goes out that cannot be recorded', async () => {
  recorder.failWith(new SpineError('runseal.store_unavailable', 'gone'));
  expect((await connect('good.example:443')).status).toBe(403);
  expect((await get('http://good.example/')).status).toBe(403);
  expect(dialled).toEqual([]);
  // It is said once, and nothing is looked up any more.
  expect([fatal.length, resolved.length]).toEqual([1, 1]);
  await egress.close();
  recorder.failWith(null);
});

it('a program that asks without end is refused, and the record counts what it does not list', async () => {
  const ask = () => connect('evil.example:443');
  for (let i = 0; i < 1010; i += 10) await Promise.all(Array.from({ length: 10 }, ask));
  expect((await connect('good.example:443')).status).toBe(403);
  expect(recorder.payloads('egress.decided')).toHaveLength(1000);
  await egress.close();
  expect(recorder.payloads('provenance.gap')).toEqual([
    expect.objectContaining({ surface: 'egress', reason: 'decisions_not_recorded', count: 11 }),
  ]);
});

it('a list that names no host starts nothing', async () => {
  await expect(startEgress({ allow: ['10.0.0.1'], recorder, onFatal: () => undefined })).rejects.toMatchObject({
    code: 'runseal.egress_invalid',
  });
});

describe('a listed host that answers what HTTP does not have', () => {
  it.each([
    ['no status', 'HTTP/1.1 042 Hm\r\ncontent-length: 0\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
    ['no head', 'hello\r\n\r\n'],
    ['less than it said', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello'],
    ['chunks that break off', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'],
  ])('ends that request and nothing else: %s', async (_, answer) => {
    instead = answer;
    await expect(get('http://good.example/')).rejects.toThrow();
    instead = null;
    expect((await get('http://good.example/')).status).toBe(203);
  });
});

it('an answer that names fields of a body it does not have is passed on without them', async () => {
  instead = 'HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\ntrailer: x\r\n\r\n';
  expect((await get('http://good.example/')).status).toBe(204);
});

it.each([
  ['without a token', 407, 'good.example:443', () => 'x: y'],
  ['without a port', 400, 'good.example', token],
  ['to what is not listed', 403, 'evil.example:443', token],
  ['to what nobody answers at', 502, 'down.example:443', token],
])('a refused connection is over, though the program keeps its half open: %s', async (_, status, authority, proof) => {
  const idle = speak(`CONNECT ${authority} HTTP/1.1`, 'host: x', proof(), '', '');
  const [refused] = (await once(idle, 'data')) as [Buffer];
  expect(refused.toString()).toContain(` ${status} `);
  await until('it is closed', () => {
    idle.write('x');
    return idle.destroyed;
  });
});

it('a program that never comes to the end of what it asks does not keep the run from ending', async () => {
  const asking = speak('GET http://good.example/ HTTP/1.1', 'host: x', '');
  await once(asking, 'connect');
  // Taken in by now: what came later was answered.
  expect((await get('http://evil.example/')).status).toBe(403);
  await egress.close();
});

it('a connection that is gone is not held until the lease ends', async () => {
  const held = new Held();
  const accepted = ({ socket }: { socket: net.Socket }): void => {
    held.watch(socket);
  };
  subscribe('http.server.request.start', accepted as never);
  try {
    for (let i = 0; i < 50; i += 1) expect((await get('http://evil.example/')).status).toBe(403);
  } finally {
    unsubscribe('http.server.request.start', accepted as never);
  }
  await until('they are let go', () => held.count() < 25);
});
