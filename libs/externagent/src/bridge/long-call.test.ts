import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_REQUEST_TIMEOUT_MSEC } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Tool } from '@runseal/dispatch';
import { openTestRun, type TestRun } from '@runseal/harness/testing';
import { z } from 'zod';
import { closeClients, conformantClient, mcpHeaders } from '../testing/client.ts';
import { LIMITS, PROGRESS_MS, startBridge, type Bridge, type BridgeOptions } from './bridge.ts';

/** Every limit is a twentieth of what it is, for a call that lasts a twentieth of 80 seconds. */
const SCALE = 20;
const LONG_MS = 80_000 / SCALE;
const CLIENT_MS = DEFAULT_REQUEST_TIMEOUT_MSEC / SCALE;
const limits = {
  headersTimeout: LIMITS.headersTimeout / SCALE,
  requestTimeout: LIMITS.requestTimeout / SCALE,
  connectionsCheckingInterval: 100,
};

const schema = z.strictObject({});
const slow: Tool<typeof schema> = {
  name: 'test_slow',
  description: 'Takes its time.',
  schema,
  readOnly: true,
  runsPrograms: false,
  scope: () => '',
  run: () => pause(LONG_MS, { text: 'at last' }),
};

let run: TestRun;
let bridge: Bridge;
const open = async (more: Partial<BridgeOptions> = {}) => {
  run = await openTestRun({ tools: [slow], callTimeoutMs: 120_000 });
  bridge = await startBridge({ waist: run.context.waist, onFatal: () => undefined, ...more });
};
afterEach(async () => {
  await closeClients();
  await bridge.close({ inFlight: 'cancel' });
  await run.remove();
});

it('a call that lasts longer than every limit is answered, over a client that is kept informed', async () => {
  await open({ limits, progressMs: PROGRESS_MS / SCALE });
  const call = async (more: object) => {
    const client = await conformantClient(bridge);
    return client.callTool({ name: 'test_slow', arguments: {} }, undefined, { timeout: CLIENT_MS, ...more });
  };
  const [informed, uninformed, unfinished] = await Promise.allSettled([
    call({ onprogress: () => undefined, resetTimeoutOnProgress: true }),
    call({}),
    halfARequest(),
  ]);
  expect(informed).toMatchObject({ value: { content: [{ text: 'at last' }] } });
  // The limits were there: a client that heard nothing gave up, and a request that did not end was cut off.
  expect(uninformed).toMatchObject({ reason: { code: -32001 } });
  expect(unfinished).toMatchObject({ value: expect.stringMatching(/^HTTP\/1\.1 408 /) as string });
}, 30_000);

it('the limits are those of slow requests, none is one of answers, and a client hears of a call in time', async () => {
  let server: Server | undefined;
  const see = (message: unknown) => (server = (message as { server: Server }).server);
  subscribe('http.server.request.start', see);
  await open();
  await conformantClient(bridge);
  unsubscribe('http.server.request.start', see);
  expect(server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    connectionsCheckingInterval: 30_000,
    keepAliveTimeout: 120_000,
    timeout: 0,
  });
  expect(PROGRESS_MS).toBeLessThanOrEqual(DEFAULT_REQUEST_TIMEOUT_MSEC / 6);
});

/** What is said to who promises nine bytes and sends one. */
function halfARequest(): Promise<string> {
  const headers = Object.entries({ ...mcpHeaders(bridge), host: `127.0.0.1:${bridge.port}`, 'content-length': '9' });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return new Promise((resolve, reject) => {
    const socket = connect(bridge.port, '127.0.0.1', () => socket.write(`POST /mcp HTTP/1.1\r\n${head}\r\n{`));
    let said = '';
    socket.on('data', (chunk) => (said += chunk.toString())).on('error', reject);
    socket.on('close', () => resolve(said));
  });
}
