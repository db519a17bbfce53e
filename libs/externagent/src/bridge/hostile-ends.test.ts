import { openTestRun, type TestRun } from '@runseal/harness/testing';
import { reconcile } from '../reconcile.ts';
import { callBody, mcpHeaders, openRawSession, raw } from '../testing/client.ts';
import { echoTool, waitingTool, type Waiting } from '../testing/tools.ts';
import { until } from '../testing/wait.ts';
import { startBridge, type Bridge } from './bridge.ts';

let run: TestRun;
let bridge: Bridge;
let waiting: Waiting;
let session: string;

beforeEach(async () => {
  waiting = waitingTool();
  run = await openTestRun({ tools: [echoTool, waiting.tool] });
  bridge = await startBridge({ waist: run.context.waist, onFatal: () => undefined });
  session = await openRawSession(bridge);
  await post(callBody('probe', 'conformance_check', JSON.stringify({ nonce: bridge.probe.nonce })));
});

afterEach(async () => {
  waiting.release();
  await bridge.close({ inFlight: 'cancel' });
  await run.remove();
});

const post = (body: string) => raw(bridge, { headers: mcpHeaders(bridge, session), body });
const cancelOf = (requestId: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
const ended = () => until('the call to have ended', () => run.recorder.payloads('dispatch.end').length > 0);
/** What the record would say of each call, of a harness that says nothing. */
const states = () => reconcile(bridge.account, []).map(({ state }) => state);

it('a session that is ended while its call runs gets no answer: the result is undelivered, whatever became of the stream', async () => {
  const answer = post(callBody(1, 'test_wait', '{"note":"made"}'));
  await waiting.called(1);
  await raw(bridge, { method: 'DELETE', headers: mcpHeaders(bridge, session) });
  waiting.release();
  await ended();
  expect((await answer).text).not.toContain('made');
  await bridge.close({ inFlight: 'finish' });
  expect(states()).toEqual(['undelivered']);
});

it('a call that is cancelled in the very batch it comes in is told so, and is not taken for answered', async () => {
  const answer = await post(`[${callBody(1, 'test_wait', '{"note":"made"}')},${cancelOf(1)}]`);
  expect(answer.text).toBe('');
  expect(run.recorder.payloads('dispatch.end')).toMatchObject([{ call: 1, outcome: 'cancelled' }]);
  await bridge.close({ inFlight: 'finish' });
  expect(states()).toEqual(['cancelled']);
});

it('a call is cancelled whatever its id is: none of a cancelled one counts as answered', async () => {
  const answer = post(callBody(0, 'test_wait', '{}'));
  await waiting.called(1);
  await post(cancelOf(0));
  await answer;
  await bridge.close({ inFlight: 'finish' });
  expect(bridge.account).toMatchObject([{ outcome: 'error', cancelled: true, delivered: false }]);
});

it('a call that has ended is not cancelled any more: its answer counts as what it was', async () => {
  const answer = post(`[${callBody(1, 'test_echo', '{"text":"made"}')},${callBody(2, 'test_wait', '{}')}]`);
  await waiting.called(1);
  await ended();
  await post(cancelOf(1));
  waiting.release();
  expect((await answer).text).toContain('made');
  await bridge.close({ inFlight: 'finish' });
  expect(states()).toEqual(['dispatched_not_reported', 'dispatched_not_reported']);
});

it('a call that is cancelled takes no answer with it that others of its batch are still to get', async () => {
  const answer = post(`[${callBody('a', 'test_wait', '{}')},${callBody('b', 'test_wait', '{"note":"made"}')}]`);
  await waiting.called(2);
  await post(cancelOf('a'));
  await ended();
  waiting.release();
  expect((await answer).text).toContain('made');
  await bridge.close({ inFlight: 'finish' });
  expect(states()).toEqual(['cancelled', 'dispatched_not_reported']);
});

it('of a call that has ended nothing is left: its id is free again, and no clock tells of it', async () => {
  const clocks = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = clocks();
  for (let i = 0; i < 20; i += 1) {
    const answer = await post(callBody(1, 'test_echo', '{"text":"made"}', { progressToken: 1 }));
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('made')]);
  }
  expect(clocks() - before).toBeLessThan(10);
});

it('a batch is as long as is answered: a small one that asks for much, by somebody who does not read, fills nothing', async () => {
  const list = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' });
  const batch = (length: number) => post(`[${Array.from({ length }, (_, id) => list(id)).join()}]`);
  expect((await batch(64)).text.match(/"tools":/g)).toHaveLength(64);
  expect((await batch(65)).status).toBe(400);
});

it('names that hold the token are none: not of the tool, not of the call, and the record is without it', async () => {
  const { token } = bridge.address;
  await post(callBody(1, token, '{}', { callId: token }));
  await post(callBody(2, 'test_echo', '{"text":"x"}', { callId: `call ${token}` }));
  const [rejected] = run.recorder.payloads('dispatch.rejected');
  const [started] = run.recorder.payloads('dispatch.start');
  expect([rejected!['action'], rejected!['harness_call_id'], started!['harness_call_id']]).toEqual([
    '(not a name)',
    null,
    null,
  ]);
  const said = JSON.stringify(
    [bridge.account, run.recorder.events, reconcile(bridge.account, [])],
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
  expect(said).not.toContain(token);
});

it('arguments are those of the call: no answer under its id in the same batch stands in for them', async () => {
  const other = '{"jsonrpc":"2.0","id":1,"result":{},"params":{"arguments":{"text":"other"}}}';
  const answer = await post(`[${other},${callBody(1, 'test_echo', '{"text":"mine"}')}]`);
  expect(answer.text).not.toContain('other');
  expect(run.recorder.payloads('dispatch.start')).toHaveLength(answer.status === 400 ? 0 : 1);
});

it.each([
  ['in full width', 'test\uff3fecho'],
  ['decomposed', 'te\u0301st_echo'],
  ['in capitals', 'TEST_ECHO'],
  ['with a space after it', 'test_echo '],
  ['with a NUL after it', 'test_echo\u0000'],
  ['with a mark that nobody sees', 'test_\u200becho'],
  ['of a prototype', '__proto__'],
  ['of every object', 'constructor'],
])('a tool is called by its name and by nothing like it: %s', async (_, name) => {
  expect((await post(callBody(1, name, '{"text":"x"}'))).text).toContain('action_unknown');
  expect(run.recorder.payloads('dispatch.rejected')).toMatchObject([{ reason: 'action_unknown' }]);
  expect(run.recorder.payloads('dispatch.start')).toEqual([]);
});
