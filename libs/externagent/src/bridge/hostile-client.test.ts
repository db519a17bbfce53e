import net from 'node:net';
import { openTestRun, type TestRun } from '@runseal/harness/testing';
import { callBody, mcpHeaders, openRawSession, raw } from '../testing/client.ts';
import { echoTool, waitingTool, type Waiting } from '../testing/tools.ts';
import { until } from '../testing/wait.ts';
import { startBridge, type Bridge, type BridgeOptions } from './bridge.ts';

let run: TestRun;
let bridge: Bridge;
let waiting: Waiting;
let session: string;
const sockets: net.Socket[] = [];

const open = async (more: Partial<BridgeOptions> = {}): Promise<void> => {
  waiting = waitingTool();
  run = await openTestRun({ tools: [echoTool, waiting.tool] });
  bridge = await startBridge({ waist: run.context.waist, onFatal: () => undefined, ...more });
  session = await openRawSession(bridge);
  await post(callBody('probe', 'conformance_check', JSON.stringify({ nonce: bridge.probe.nonce })));
};
const post = (body: string) => raw(bridge, { headers: mcpHeaders(bridge, session), body });

/** A connection that says it will send so many bytes, and sends these. */
function sending(length: number, bytes: string): net.Socket {
  const socket = net.connect(bridge.port, '127.0.0.1');
  const headers = { host: `127.0.0.1:${bridge.port}`, ...mcpHeaders(bridge, session), 'content-length': length };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${bytes}`);
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  waiting.release();
  await bridge.close({ inFlight: 'cancel' });
  await run.remove();
});

it('a call whose arguments are nested more deeply than can be walked is refused, on the record and in the account', async () => {
  await open();
  const depth = 15_000;
  const answer = await post(callBody(1, 'test_echo', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`));
  expect(answer.text).toContain('nested deeper');
  expect(run.recorder.payloads('dispatch.rejected')).toMatchObject([{ call: 1, reason: 'arguments_invalid' }]);
  expect(bridge.account).toMatchObject([{ call: 1, outcome: 'rejected' }]);
});

it('a probe that can be read two ways proves nothing, and is a failed one', async () => {
  waiting = waitingTool();
  run = await openTestRun({ tools: [waiting.tool] });
  bridge = await startBridge({ waist: run.context.waist, onFatal: () => undefined });
  session = await openRawSession(bridge);
  await post(callBody(1, 'conformance_check', `{"nonce":"x","nonce":"${bridge.probe.nonce}"}`));
  expect(bridge.probe).toMatchObject({ passed: false, failures: 1 });
});

it('a name is as long in the account as is compared, and a call that cannot be read is kept as far as it may be', async () => {
  await open();
  const bytes = 256 * 1024;
  await post(callBody(1, 'n'.repeat(10_000), '{}'));
  for (const more of [0, 1]) {
    const empty = callBody(2, 'test_echo', '{"a":"","a":""}');
    await post(empty.replace('""', `"${'x'.repeat(bytes - empty.length + more)}"`));
  }
  expect(bridge.account.map(({ tool }) => tool.length)).toEqual([129, 9, 9]);
  expect(
    run.recorder
      .payloads('dispatch.rejected')
      .slice(1)
      .map((rejected) => rejected['arguments'] === null),
  ).toEqual([false, true]);
});

it('a body of too many values is refused before anything is made of it: others run meanwhile', async () => {
  await open();
  let [held, since] = [0, performance.now()];
  const beat = setInterval(() => {
    held = Math.max(held, performance.now() - since);
    since = performance.now();
  }, 5);
  const keys = Array.from({ length: 600_000 }, (_, i) => `"k${i}":1`).join(',');
  since = performance.now();
  const answer = await post(callBody(1, 'test_echo', `{${keys}}`));
  clearInterval(beat);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('more than 20000 values')]);
  expect(held).toBeLessThan(1000);
});

it('a progress token that is longer than a name is not sent back again and again', async () => {
  await open({ progressMs: 5 });
  const call = (id: string, progressToken: string) => post(callBody(id, 'test_wait', '{}', { progressToken }));
  const [long, short] = [call('long', 'p'.repeat(1000)), call('short', 'p')];
  await waiting.called(2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  waiting.release();
  expect((await long).text).not.toContain('progress');
  expect((await short).text).toContain('progress');
});

it('bodies that are on their way together have so much room and no more, and it is there again after them', async () => {
  await open({ maxBodyBytes: 64 * 1024 });
  const idle = Array.from({ length: 9 }, () => sending(60_000, ' '.repeat(59_000)));
  await until('eight of them to fill the room', () => idle.every(({ bytesWritten }) => bytesWritten > 59_000));
  const refused = await post(callBody(1, 'test_echo', JSON.stringify({ text: 'x'.repeat(60_000) })));
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('Too much')]);
  for (const socket of idle) socket.destroy();
  const deadline = performance.now() + 10_000;
  for (let status = 0; status !== 200;) {
    expect(performance.now()).toBeLessThan(deadline);
    ({ status } = await post(callBody(2, 'test_echo', JSON.stringify({ text: 'x'.repeat(50_000) }))));
  }
});

it('a call whose body is whole only once the episode is over is not taken', async () => {
  await open();
  const held = post(callBody('held', 'test_wait', '{"note":"made"}'));
  await waiting.called(1);
  const late = callBody('late', 'test_echo', '{"text":"late"}');
  const socket = sending(late.length, late.slice(0, -1));
  let said = '';
  socket.on('data', (chunk) => (said += chunk.toString()));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const closed = bridge.close({ inFlight: 'finish' });
  socket.write(late.slice(-1));
  await until('an answer', () => said.includes('\r\n\r\n'));
  waiting.release();
  expect((await held).text).toContain('made');
  await closed;
  expect(said).toMatch(/^HTTP\/1\.1 503 /);
  expect(run.recorder.payloads('dispatch.start')).toMatchObject([{ call: 1 }]);
});
