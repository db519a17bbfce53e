import { openTestRun, type TestRun } from '@runseal/harness/testing';
import { callBody, mcpHeaders, openRawSession, raw } from '../testing/client.ts';
import { echoTool } from '../testing/tools.ts';
import { startBridge, type Bridge } from './bridge.ts';

let run: TestRun;
let bridge: Bridge;
let session: string;

beforeEach(async () => {
  run = await openTestRun({ tools: [echoTool] });
  bridge = await startBridge({ waist: run.context.waist, onFatal: () => undefined, maxBodyBytes: 64 * 1024 });
  session = await openRawSession(bridge);
  await post(callBody('probe', 'conformance_check', JSON.stringify({ nonce: bridge.probe.nonce })));
});

afterEach(async () => {
  await bridge.close({ inFlight: 'cancel' });
  await run.remove();
});

const post = (body: string) => raw(bridge, { headers: mcpHeaders(bridge, session), body });

it('every call of a batch that can be read two ways is refused on the record, and what was received is kept once', async () => {
  const probe = callBody('probe', 'conformance_check', '{}');
  const calls = ['{"text":"a","text":"b"}', '{"text":"c"}'].map((args, i) => callBody(i, 'test_echo', args));
  const batch = `[${[probe, ...calls].join()},{"jsonrpc":"2.0","id":"p","method":"ping"}]`;
  const { text } = await post(batch);
  expect(text.match(/"isError":true/g)).toHaveLength(3);
  expect(text).not.toContain('"p"');
  const [first, second, ...more] = run.recorder.payloads('dispatch.rejected');
  expect([first, second]).toMatchObject([1, 2].map((call) => ({ call, reason: 'arguments_invalid' })));
  expect(more).toEqual([]);
  const kept = run.recorder.contentOf(first!['arguments'] as { commitment: Uint8Array });
  expect(JSON.parse(Buffer.from(kept.bytes).toString())).toBe(batch);
  expect(second!['arguments']).toBeNull();
  expect(bridge.account.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected']);
  expect(bridge.turnedAway).toBe(0);
});

it('a secret in such a batch is told by none of its calls', async () => {
  const twice = `{"${bridge.address.token}":1,"${bridge.address.token}":2}`;
  await post(`[${callBody(1, 'test_echo', twice)},${callBody(2, 'test_echo', '{}')}]`);
  const rejected = run.recorder.payloads('dispatch.rejected');
  expect(rejected.map(({ arguments: kept }) => kept)).toEqual([null, null]);
  const told = rejected.map((each) => run.recorder.contentOf(each['told'] as { commitment: Uint8Array }).bytes);
  expect(Buffer.concat(told).toString()).not.toContain(bridge.address.token);
});

it.each(['"text"', '["x"]', 'null', '7'])(
  'a call is on the record although its arguments are no object: %s',
  async (args) => {
    expect((await post(callBody(1, 'test_echo', args))).text).toContain('"isError":true');
    const [rejected] = run.recorder.payloads('dispatch.rejected');
    expect(rejected).toMatchObject({ call: 1, action: 'test_echo', reason: 'arguments_invalid' });
    const kept = run.recorder.contentOf(rejected!['arguments'] as { commitment: Uint8Array });
    expect(Buffer.from(kept.bytes).toString()).toBe(args);
  },
);

it.each([
  ['what is no JSON', '{"a":', 1],
  ['what is no message and can be read two ways', '{"jsonrpc":"2.0","id":1,"method":"tools/call","method":"ping"}', 1],
  ['a call without a name', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', 1],
  ['a call that wants no answer', '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"test_echo"}}', 1],
  ['a call of another protocol', '{"id":1,"method":"tools/call","params":{"name":"test_echo"}}', 1],
  ['two calls of one id', `[${callBody(1, 'test_echo', '{}')},${callBody(1, 'test_echo', '{}')}]`, 2],
  ['more than a batch holds', `[${Array.from({ length: 65 }, (_, i) => callBody(i, 'test_echo', '{}')).join()}]`, 65],
  ['more than a body holds', callBody(1, 'test_echo', JSON.stringify({ text: 'x'.repeat(70_000) })), 1],
  ['what asks for no tool', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":7}', 0],
  ['a call', callBody(1, 'test_echo', '{"text":"x"}'), 0],
])('what never comes as far as the waist is counted: %s', async (_title, body, calls) => {
  await post(body);
  expect([bridge.turnedAway, bridge.account.length]).toEqual([calls, calls === 0 && body.includes('call') ? 1 : 0]);
});

it('so is what belongs to no session and to no revision, and nothing that strangers ask for', async () => {
  const told = mcpHeaders(bridge, session);
  const ask = (headers: Record<string, string>, more = {}) =>
    raw(bridge, { headers: { ...told, ...headers }, body: callBody(1, 'test_echo', '{}'), ...more });
  await ask({ authorization: 'Bearer x' });
  await ask({ host: 'elsewhere' });
  await ask({ 'mcp-protocol-version': 'x' }, { method: 'GET', body: undefined });
  expect(bridge.turnedAway).toBe(0);
  await ask({ 'mcp-session-id': 'gone' });
  await ask({ 'mcp-protocol-version': 'x' });
  expect(bridge.turnedAway).toBe(2);
});
