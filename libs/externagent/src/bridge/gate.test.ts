import { openTestRun, type TestRun } from '@runseal/harness/testing';
import { mcpHeaders, openRawSession, raw } from '../testing/client.ts';
import { startBridge, type Bridge } from './bridge.ts';

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

describe('the gate of the bridge', () => {
  let run: TestRun;
  let bridge: Bridge;
  beforeAll(async () => {
    run = await openTestRun();
    bridge = await startBridge({ waist: run.context.waist, onFatal: () => undefined });
  });
  afterAll(async () => {
    await bridge.close({ inFlight: 'cancel' });
    await run.remove();
  });
  const ask = (headers: Record<string, string>, path = '/mcp') =>
    raw(bridge, { path, headers: { ...mcpHeaders(bridge), ...headers }, body: PING });

  it('listens on loopback with a token of 32 bytes', () => {
    expect(bridge.address.url).toBe(`http://127.0.0.1:${bridge.port}/mcp`);
    expect(Buffer.from(bridge.address.token, 'base64url')).toHaveLength(32);
  });

  it.each(['evil.example', '127.0.0.1', '127.0.0.1:1', 'localhost', '[::1]:80'])(
    'refuses the host %p',
    async (host) => {
      expect((await ask({ host })).status).toBe(403);
    },
  );

  it('refuses a request without a host', async () => {
    expect((await ask({ host: '' })).status).toBe(400);
  });

  it('answers to localhost and its port', async () => {
    expect((await ask({ host: `localhost:${bridge.port}` })).status).not.toBe(403);
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1.evil.example', 'file://', ''])(
    'refuses the origin %p',
    async (origin) => {
      expect((await ask({ origin })).status).toBe(403);
    },
  );

  it('judges the origin before the token', async () => {
    expect((await ask({ origin: 'https://evil.example', authorization: 'Bearer wrong' })).status).toBe(403);
  });

  it('lets a loopback origin come as far as anybody', async () => {
    expect((await ask({ origin: 'http://localhost:3000' })).status).not.toBe(403);
  });

  it.each(['Bearer wrong', 'Bearer ', 'Basic abc', 'bearer', 'Bearer a b'])('challenges %p', async (authorization) => {
    const answer = await ask({ authorization });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
  });

  it('challenges a request without a token, also when the token stands in the query', async () => {
    const { authorization: _, ...headers } = mcpHeaders(bridge);
    for (const path of ['/mcp', `/mcp?token=${bridge.address.token}`, `/mcp?access_token=${bridge.address.token}`]) {
      const answer = await raw(bridge, { path, headers, body: PING });
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer realm="runseal-bridge"']);
    }
  });

  it('takes no query at all and knows one path', async () => {
    expect(await ask({}, '/mcp?x=1')).toMatchObject({ status: 400, text: expect.stringMatching(/no query/) as string });
    expect((await ask({}, '/')).status).toBe(404);
    expect((await ask({}, '/mcp/')).status).toBe(404);
  });

  it('tells a malformed protocol version from one it does not speak', async () => {
    const session = await openRawSession(bridge);
    const asked = (version: string) => ask({ 'mcp-session-id': session, 'mcp-protocol-version': version });
    expect((await asked('banana')).text).toMatch(/Malformed/);
    expect((await asked('1999-01-01')).text).toMatch(/Unsupported/);
    expect((await asked('2025-06-18')).status).toBe(200);
  });
});
