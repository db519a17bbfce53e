/** What a host that may be reached is sent, and what the program gets back. */
import { text } from 'node:stream/consumers';
import { authorized, token, World } from './fixtures/world.ts';

const world = new World();
beforeAll(() => world.host.open());
beforeEach(() => world.begin());
afterEach(() => world.end());
afterAll(() => world.host.close());

describe('a listed host', () => {
  it('is asked for under its own name, whatever else the program writes; the token goes no further', async () => {
    const { status, text } = await world.get('http://sub.below.example/a?b=c', {
      ...authorized(world.lease),
      host: 'other.example',
      connection: 'keep-alive, X-Hop , close',
      ...{ 'x-hop': '1', upgrade: 'h2c', te: 'trailers', 'keep-alive': 'timeout=1', 'proxy-connection': 'x-hop' },
      'x-kept': '2',
    });
    expect(status).toBe(203);
    expect(text).toContain('GET /a?b=c');
    expect(world.recorder.payloads('egress.decided').at(-1)).toMatchObject({
      ...{ host: 'sub.below.example', port: 80, via: 'http', reason: 'listed' },
    });
    expect(text).toContain('"host":"sub.below.example"');
    expect(text).toContain('"x-kept":"2"');
    expect(text).not.toMatch(/x-hop|proxy|other\.example|upgrade|"te"|keep-alive/);
  });

  it.each([
    ['a length', 'content-length: 35', 'GET /more HTTP/1.1\r\nhost: other\r\n\r\n'],
    ['chunks', 'transfer-encoding: chunked', '23\r\nGET /more HTTP/1.1\r\nhost: other\r\n\r\n\r\n0\r\n\r\n'],
  ])('gets what follows a head as a body of %s, though the program calls that a matter of this hop', async (...how) => {
    const [, framing, body] = how;
    const hop = [`connection: close, ${framing.split(':')[0]!}`, token(world.lease)];
    const answer = await text(world.speak('GET http://good.example/ HTTP/1.1', 'host: x', framing, ...hop, '', body));
    expect(answer).toContain(JSON.stringify(framing.split(': ')).slice(1, -1).replace(',', ':'));
    expect(answer).toContain('} GET /more');
  });

  it('is sent what the program sends, and the program what it answers; both are counted', async () => {
    const body = 'x'.repeat(70_000);
    const said = [`content-length: ${body.length}`, 'connection: close', token(world.lease)];
    const answer = await text(world.speak('PUT http://good.example/a HTTP/1.1', 'host: x', ...said, '', body));
    expect(answer).toMatch(/^HTTP\/1.1 203 /);
    expect(answer).toMatch(/^x-behind: kept\r$/m);
    expect(answer).not.toMatch(/^x-hop/m);
    expect(answer).toContain('PUT /a {');
    expect(answer).toContain(body);
    await world.egress.close();
    const [{ sent, received }] = world.recorder.payloads('egress.ended') as [{ sent: number; received: number }];
    expect([sent > body.length, sent < body.length + 300]).toEqual([true, true]);
    expect(received).toBeGreaterThan(sent);
  });

  it('is sent what came together with a CONNECT', async () => {
    const early = 'GET /early HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
    const asking = world.speak('CONNECT good.example:443 HTTP/1.1', 'host: x', token(world.lease), '', early);
    expect(await text(asking)).toContain('GET /early');
  });

  it('is asked for as it was judged, without the dot at its end, and at its port', async () => {
    expect((await world.get('http://good.example.:80/')).text).toContain('"host":"good.example"');
    expect((await world.get('http://good.example.:443/')).text).toContain('"host":"good.example:443"');
  });

  it('that nobody answers at is no failure of ours, and stands as unreachable', async () => {
    expect((await world.connect('down.example:443')).status).toBe(502);
    expect((await world.get('http://down.example/')).status).toBe(502);
    await world.egress.close();
    const unreached = expect.objectContaining({ outcome: 'unreachable', sent: 0, received: 0 }) as unknown;
    expect(world.recorder.payloads('egress.ended')).toEqual([unreached, unreached]);
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
    world.host.does = { say: answer };
    await expect(world.get('http://good.example/')).rejects.toThrow();
    world.host.does = 'answer';
    expect((await world.get('http://good.example/')).status).toBe(203);
  });
});

it('an answer that names fields of a body it does not have is passed on without them', async () => {
  world.host.does = { say: 'HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\ntrailer: x\r\n\r\n' };
  expect((await world.get('http://good.example/')).status).toBe(204);
});
