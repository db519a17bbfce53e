import { SpineError } from '@runseal/spine';
import { openTestRun, type TestRun, type TestRunOptions } from '@runseal/harness/testing';
import {
  callBody,
  closeClients,
  conformantClient,
  connectClient,
  mcpHeaders,
  messageIn,
  openRawSession,
  raw,
} from '../testing/client.ts';
import { echoTool, waitingTool } from '../testing/tools.ts';
import { until } from '../testing/wait.ts';
import { startBridge, type Bridge, type BridgeOptions } from './bridge.ts';
import { MAX_SESSIONS } from './sessions.ts';

describe('the bridge', () => {
  let run: TestRun;
  let bridge: Bridge;
  let fatal: unknown[];
  const open = async (options: TestRunOptions = {}, more: Partial<BridgeOptions> = {}) => {
    fatal = [];
    run = await openTestRun({ tools: [echoTool], ...options });
    bridge = await startBridge({ waist: run.context.waist, onFatal: (error) => fatal.push(error), ...more });
  };
  /** A session whose probe has passed, for bare HTTP. */
  const rawSession = async () => {
    const session = await openRawSession(bridge);
    const post = (body: string | Uint8Array) => raw(bridge, { headers: mcpHeaders(bridge, session), body });
    await post(callBody('probe', 'conformance_check', JSON.stringify({ nonce: bridge.probe.nonce })));
    return { session, post };
  };
  const result = async (answer: ReturnType<typeof raw>) =>
    messageIn(await answer)['result'] as { isError?: boolean; content: [{ text: string }] };

  afterEach(async () => {
    await closeClients();
    await bridge.close({ inFlight: 'cancel' });
    await run.remove();
  });

  it('offers what the grant allows, and the probe', async () => {
    await open({ grant: ['workspace_read', 'test_echo'] });
    const { tools } = await (await connectClient(bridge)).listTools();
    expect(tools.map((tool) => tool.name)).toEqual(['conformance_check', 'workspace_read', 'test_echo']);
    expect(tools.every((tool) => tool.inputSchema.type === 'object')).toBe(true);
    expect(bridge.address.tools).toEqual(tools.map((tool) => tool.name));
  });

  it('lets nothing take effect before the nonce has come back', async () => {
    await open();
    const client = await connectClient(bridge);
    const early = await client.callTool({ name: 'test_echo', arguments: { text: 'x' } });
    const wrong = await client.callTool({ name: 'conformance_check', arguments: { nonce: 'guess' } });
    const stillEarly = await client.callTool({ name: 'test_echo', arguments: { text: 'x' } });
    expect([early.isError, wrong.isError, stillEarly.isError]).toEqual([true, true, true]);
    expect(run.recorder.payloads('dispatch.rejected')).toMatchObject([
      { call: 1, reason: 'not_conformant' },
      { call: 2, reason: 'not_conformant' },
    ]);
    expect(bridge.probe).toMatchObject({ passed: false, failures: 1 });

    await client.callTool({ name: 'conformance_check', arguments: { nonce: bridge.probe.nonce } });
    expect(await client.callTool({ name: 'test_echo', arguments: { text: 'x' } })).toMatchObject({
      content: [{ text: 'x' }],
    });
    expect(run.recorder.payloads('dispatch.start')).toMatchObject([{ call: 3, via: 'bridge' }]);
  });

  it('answers unknown, refused and failing tools with results, not with protocol errors', async () => {
    await open({ grant: ['test_echo', 'workspace_read'] });
    const client = await conformantClient(bridge);
    for (const [name, args] of [
      ['no_such_tool', {}],
      ['workspace_write', { path: 'a', content: '' }],
      ['workspace_read', { path: 'missing' }],
      ['test_echo', { text: 1 }],
    ] as const)
      expect(await client.callTool({ name, arguments: args })).toMatchObject({ isError: true });
    expect(run.recorder.payloads('dispatch.rejected').map((p) => p['reason'])).toEqual([
      'action_unknown',
      'capability_denied',
      'arguments_invalid',
    ]);
    expect(bridge.account.map((call) => call.outcome)).toEqual(['rejected', 'rejected', 'error', 'rejected']);
  });

  it('never crosses the answers of two clients that use the same ids', async () => {
    const waiting = waitingTool();
    await open({ tools: [waiting.tool] });
    const [one, two] = [await rawSession(), await rawSession()];
    const first = result(one.post(callBody(7, 'test_wait', '{"note":"one"}')));
    await waiting.called(1);
    const second = result(two.post(callBody(7, 'test_wait', '{"note":"two"}')));
    await waiting.called(2);
    waiting.release();
    expect((await first).content[0].text).toBe('one');
    expect((await second).content[0].text).toBe('two');
    expect(waiting.abandoned).toBe(0);
  });

  it('refuses an id that is still in use, and knows 7 from "7"', async () => {
    const waiting = waitingTool();
    await open({ tools: [waiting.tool] });
    const { post } = await rawSession();
    const first = result(post(callBody(7, 'test_wait', '{"note":"first"}')));
    await waiting.called(1);
    expect((await post(callBody(7, 'test_wait', '{}'))).status).toBe(400);
    const text = result(post(callBody('7', 'test_wait', '{"note":"text"}')));
    await waiting.called(2);
    waiting.release();
    expect((await first).content[0].text).toBe('first');
    expect((await text).content[0].text).toBe('text');
  });

  it('refuses one id for two requests of a batch', async () => {
    await open();
    const { post } = await rawSession();
    const call = callBody(1, 'test_echo', '{"text":"x"}');
    expect((await post(`[${call},${call}]`)).status).toBe(400);
    expect(run.types()).toEqual([]);
  });

  it('never runs two of a flood of requests under one id', async () => {
    const waiting = waitingTool();
    await open({ tools: [waiting.tool] });
    const { post } = await rawSession();
    const flood = Array.from({ length: 20 }, () => post(callBody(1, 'test_wait', '{}')));
    await waiting.called(1);
    waiting.release();
    const statuses = (await Promise.all(flood)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(0);
    expect(run.recorder.payloads('dispatch.start').length).toBe(statuses.filter((status) => status === 200).length);
  });

  it('takes an argument of 101 KB whole', async () => {
    await open({ maxOutputBytes: 1_000_000 });
    const text = 'ä'.repeat(101 * 512);
    const client = await conformantClient(bridge);
    const answer = await client.callTool({ name: 'test_echo', arguments: { text } });
    expect((answer.content as [{ text: string }])[0].text === text).toBe(true);
  });

  it.each([true, false])('answers 413 to a body beyond its bound, length declared: %p', async (declared) => {
    await open({}, { maxBodyBytes: 64 * 1024 });
    const { session } = await rawSession();
    const body = callBody(1, 'test_echo', JSON.stringify({ text: 'x'.repeat(128 * 1024) }));
    const headers = {
      ...mcpHeaders(bridge, session),
      ...(declared ? { 'content-length': String(body.length) } : { 'transfer-encoding': 'chunked' }),
    };
    expect((await raw(bridge, { headers, body })).status).toBe(413);
    expect(run.recorder.payloads('dispatch.start')).toHaveLength(0);
  });

  it.each([
    ['duplicate keys', '{"text":"a","text":"b"}'],
    ['a lone surrogate', '{"text":"\\ud800"}'],
    ['a number that would be rounded', '{"text":"a","n":9007199254740993}'],
  ])('never alters arguments with %s: refused, with what was received', async (_title, args) => {
    await open();
    const { post } = await rawSession();
    expect((await result(post(callBody(1, 'test_echo', args)))).isError).toBe(true);
    const [rejected] = run.recorder.payloads('dispatch.rejected') as unknown as [
      { reason: string; arguments: { commitment: Uint8Array } },
    ];
    expect(rejected.reason).toBe('arguments_invalid');
    expect(JSON.parse(Buffer.from(run.recorder.contentOf(rejected.arguments).bytes).toString())).toContain(args);
  });

  it.each(['{', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', '"\\ud800"'])(
    'calls %s no message',
    async (body) => {
      await open();
      const { post } = await rawSession();
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(messageIn(answer)).toMatchObject({ error: { code: -32700 } });
    },
  );

  it('records a call whose client is gone as what it was, and knows that its answer did not get out', async () => {
    const waiting = waitingTool();
    await open({ tools: [waiting.tool] });
    const { session } = await rawSession();
    const gone = new AbortController();
    const lost = raw(bridge, {
      headers: mcpHeaders(bridge, session),
      body: callBody(1, 'test_wait', '{"note":"n"}'),
      signal: gone.signal,
    });
    await waiting.called(1);
    gone.abort();
    await expect(lost).rejects.toThrow();
    await until('the tool is told that nobody waits', () => waiting.abandoned === 1);
    waiting.release();
    await until('the call is on the account', () => bridge.account.length === 1);
    expect(waiting.aborted).toBe(0);
    expect(run.recorder.payloads('dispatch.end')).toMatchObject([{ outcome: 'ok' }]);
    await bridge.close({ inFlight: 'finish' });
    expect(bridge.account).toMatchObject([{ tool: 'test_wait', outcome: 'ok', delivered: false, cancelled: false }]);
  });

  it('tells the tool when the client cancels, and only then', async () => {
    const waiting = waitingTool();
    await open({ tools: [waiting.tool] });
    const { post } = await rawSession();
    const cancelled = post(callBody('c', 'test_wait', '{}'));
    await waiting.called(1);
    await post('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"other"}}');
    expect(waiting.aborted).toBe(0);
    await post('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"c","reason":"enough"}}');
    await cancelled;
    expect(waiting.aborted).toBe(1);
    expect(run.recorder.payloads('dispatch.end')).toMatchObject([{ outcome: 'cancelled' }]);
    await until('the account knows', () => bridge.account[0]?.cancelled === true);
    expect(bridge.account).toMatchObject([{ delivered: false }]);
  });

  it('marks what did get out as delivered', async () => {
    await open();
    const client = await conformantClient(bridge);
    await client.callTool({
      name: 'test_echo',
      arguments: { text: 'x' },
      _meta: { 'claudecode/toolUseId': 'toolu_1' },
    });
    await client.callTool({ name: 'test_echo', arguments: { text: 'x' }, _meta: { callId: 'call_1' } });
    await until('both are delivered', () => bridge.account.filter((call) => call.delivered).length === 2);
    expect(bridge.account.map((call) => call.harnessCallId)).toEqual(['toolu_1', 'call_1']);
    expect(run.recorder.payloads('dispatch.start').map((p) => p['harness_call_id'])).toEqual(['toolu_1', 'call_1']);
  });

  it('keeps a client that asked for progress informed, and its total cap stands all the same', async () => {
    const waiting = waitingTool();
    await open({ tools: [waiting.tool], callTimeoutMs: 400 }, { progressMs: 20 });
    const client = await conformantClient(bridge);
    let notices = 0;
    const answer = await client.callTool({ name: 'test_wait', arguments: {} }, undefined, {
      onprogress: () => (notices += 1),
    });
    expect(answer.isError).toBe(true);
    expect(notices).toBeGreaterThan(3);
    expect(run.recorder.payloads('dispatch.end')).toMatchObject([{ error_class: 'timed_out' }]);
  });

  it('answers 404 to a session it does not know, so that the client starts anew', async () => {
    await open();
    const stale = raw(bridge, { headers: mcpHeaders(bridge, 'gone'), body: callBody(1, 'test_echo', '{}') });
    expect((await stale).status).toBe(404);
    expect((await raw(bridge, { headers: mcpHeaders(bridge), body: callBody(1, 'test_echo', '{}') })).status).toBe(400);
    const { session } = await rawSession();
    expect((await raw(bridge, { method: 'DELETE', headers: mcpHeaders(bridge, session) })).status).toBe(200);
    expect(
      (await raw(bridge, { headers: mcpHeaders(bridge, session), body: callBody(1, 'test_echo', '{}') })).status,
    ).toBe(404);
  });

  it('stays small over a thousand reconnects', async () => {
    await open();
    const settle = () => globalThis.gc?.();
    for (let i = 0; i < 100; i += 1) await openRawSession(bridge);
    settle();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 1000; i += 1) await openRawSession(bridge);
    settle();
    expect(bridge.sessions).toBe(MAX_SESSIONS);
    // Without a forced collection the heap only shows that nothing grows without bound.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(globalThis.gc === undefined ? 120e6 : 8e6);
  });

  it('refuses a bridged call after the halt', async () => {
    await open();
    const client = await conformantClient(bridge);
    run.context.killSwitch.engage('enough', 'tester');
    expect(await client.callTool({ name: 'test_echo', arguments: { text: 'x' } })).toMatchObject({ isError: true });
    expect(run.recorder.payloads('dispatch.rejected')).toMatchObject([{ reason: 'run_halted' }]);
  });

  it('keeps its token and the episode’s secrets off the record', async () => {
    await open();
    bridge.guard(['provider-key']);
    const client = await conformantClient(bridge);
    for (const text of [bridge.address.token, 'my provider-key!'])
      expect(await client.callTool({ name: 'test_echo', arguments: { text } })).toMatchObject({ isError: true });
    expect(run.recorder.payloads('dispatch.rejected')).toMatchObject([{ arguments: null }, { arguments: null }]);
  });

  it('stops the run when the record cannot be written', async () => {
    await open();
    const client = await conformantClient(bridge);
    run.recorder.failWith(new SpineError('runseal.store_unavailable', 'gone'));
    expect(await client.callTool({ name: 'test_echo', arguments: { text: 'x' } })).toMatchObject({ isError: true });
    expect(fatal).toHaveLength(1);
  });

  it('lets calls in flight finish when it closes so, and answers no more', async () => {
    const waiting = waitingTool();
    await open({ tools: [waiting.tool] });
    const { post } = await rawSession();
    const pending = result(post(callBody(1, 'test_wait', '{"note":"late"}')));
    await waiting.called(1);
    const closed = bridge.close({ inFlight: 'finish' });
    expect((await post(callBody(2, 'test_wait', '{}'))).status).toBe(503);
    waiting.release();
    expect((await pending).content[0].text).toBe('late');
    await closed;
    expect(bridge.account).toMatchObject([{ delivered: true }]);
  });
});
