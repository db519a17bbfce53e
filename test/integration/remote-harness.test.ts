import type { Wire } from '@runseal/api/client';
import { createApi, createKey, startWorker } from '@runseal/api';
import { workspaceTools } from '@runseal/dispatch';
import type { Report } from '@runseal/spine';
import { calls, eventsOf, openHouse, sealed, submit, until, type House } from './api-house.ts';
import { heldToDocument } from './held-to-document.ts';
import { startModel, type ModelEndpoint } from './model-endpoint.ts';
import { EXAMPLE, ODD, startHarness, type PythonHarness } from './python-harness.ts';
import { get, open, post, say, text, turnsOf, untilSession } from './sessions-house.ts';

let model: ModelEndpoint;
let good: PythonHarness;
let odd: PythonHarness;
let frozen: PythonHarness;
let house: House;

const chat = () => ({ RUNSEAL_CHAT_BASE_URL: model.baseUrl, RUNSEAL_CHAT_API_KEY: 'k', RUNSEAL_CHAT_MODEL: 'm-1' });

beforeAll(async () => {
  model = await startModel();
  good = await startHarness(EXAMPLE, { HARNESS_TOKEN: 'swordfish' });
  odd = await startHarness(ODD);
  frozen = await startHarness(ODD, {
    DESCRIPTOR: JSON.stringify({
      capabilities: {
        resumability: 'requires_memory_snapshot',
        fork_safe: false,
        streaming: false,
        reasoning_replay: false,
      },
    }),
  });
  house = await openHouse({
    ...chat(),
    RUNSEAL_HARNESSES: `good=${good.address},odd=${odd.address},frozen=${frozen.address}`,
    RUNSEAL_HARNESS_TOKEN_GOOD: 'swordfish',
    RUNSEAL_OPERATOR_ADDR: '127.0.0.1:0',
  });
  await house.worker();
});
afterAll(async () => {
  await house.close();
  await Promise.all([good, odd, frozen].map((each) => each.stop()));
  await model.close();
});

const on = (name: string, more: object = {}) => open(house, { harness: `remote:${name}`, ...more });
const close = (session: string) => post(house, `/api/v1/sessions/${session}/close`, { reason: 'done' });
const report = (run: string) => get<Report>(house, `/api/v1/runs/${run}/verification`);
const WRITE = '@workspace_write {"path":"a.txt","content":"hi"}';

describe('a session on a harness in another language', () => {
  test('calls our tools and our model, remembers its turns, and its record vouches for no more than it saw', async () => {
    const { session, model: named } = await on('good');
    expect(named).toBe('m-1');
    await say(house, session, `hello\n${WRITE}`);
    await say(house, session, '@workspace_read {"path":"a.txt"}\n?how many\n#count');
    const [, second] = await turnsOf(house, session);
    // Two messages of the turn before and one of this.
    expect(second!.output).toBe('workspace_read: hi\nanswer to 3\ncount: 1');
    await close(session);

    const events = await eventsOf(house, session);
    expect(
      events.filter(({ type }) => type === 'dispatch.start').map(({ payload }) => [payload['call'], payload['via']]),
    ).toEqual([
      [1, 'bridge'],
      [2, 'bridge'],
    ]);
    const attested = events.filter(({ type }) => type === 'provenance.attested');
    const [declared, ...more] = events.filter(({ type }) => type === 'provenance.declared');
    expect([declared!.payload['attested_events'], more]).toEqual([attested.length, []]);
    expect(attested.map(({ payload }) => payload['kind'])).toContain('tool_report');
    expect(attested.map(({ payload }) => payload['frame'])).toEqual(attested.map((_, n) => n + 1));
    expect(JSON.stringify(events)).not.toContain('swordfish');
    const { verdicts, vouches } = await report(session);
    expect(verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
    expect(verdicts.find(({ name }) => name === 'provenance')).toMatchObject({ state: 'warn' });
    expect(vouches).toContain('not seen');
  });

  test('gets the bytes that came with a turn exactly, and the record has them; nobody else takes any', async () => {
    const config = Buffer.from([0, 255, 10, 13, 0xc3, 0x28]).toString('base64');
    const { session } = await on('good');
    const exec = (to: string, body: object) => post(house, `/api/v1/sessions/${to}/exec`, body);
    expect((await exec(session, { inputs: text('#config'), config }))[0]).toBe(202);
    await untilSession(house, session, ({ execState }) => execState === 'completed');
    await say(house, session, '#config');
    expect((await turnsOf(house, session)).map(({ output }) => output)).toEqual([`config: ${config}`, 'config: None']);
    const { session: native } = await open(house);
    for (const [to, body] of [
      [native, { inputs: text('hi'), config }],
      [session, { inputs: [], config }],
    ] as const)
      expect(await exec(to, body)).toMatchObject([422, { code: 'input_unsupported' }]);
    expect((await exec(session, { inputs: text('hi'), config: 'not base64' }))[0]).toBe(400);
  });

  test('asks people where a tool requires it; denied, the tool is never reached', async () => {
    const { session } = await on('good');
    await post(house, `/api/v1/sessions/${session}/exec`, { inputs: text('@workspace_patch {"patch":"x"}') });
    await untilSession(house, session, ({ execState }) => execState === 'awaiting');
    const [asked] = (await get<Wire<'ApprovalPage'>>(house, `/api/v1/approvals?run=${session}`)).items;
    await post(house, `/api/v1/approvals/${asked!.approval}/decision`, {
      decision: 'deny',
      reason: 'no',
      argumentsCommitment: asked!.argumentsCommitment,
    });
    await untilSession(house, session, ({ execState }) => execState === 'completed');
    expect((await turnsOf(house, session))[0]!.output).toBe('workspace_patch: approval_denied');
    expect((await eventsOf(house, session)).filter(({ type }) => type === 'dispatch.start')).toEqual([]);
  });

  test('refuses a call without an idempotency key before its intent is recorded', async () => {
    const { session } = await on('odd');
    expect(await say(house, session, '!no-key')).toMatchObject({ execState: 'completed' });
    expect((await turnsOf(house, session))[0]!.output).toBe('idempotency_key_missing');
    const types = (await eventsOf(house, session)).map(({ type }) => type);
    expect([types.includes('dispatch.start'), types.includes('dispatch.rejected')]).toEqual([false, true]);
  });

  test.each(['!receipt', '!bypass', '!noise', '!two-ends'])(
    'fails the turn of a harness that says %s',
    async (line) => {
      const { session } = await on('odd');
      expect(await say(house, session, line)).toMatchObject({ execState: 'failed' });
      expect((await turnsOf(house, session))[0]).toMatchObject({ errorCode: 'protocol_violation', output: null });
      await close(session);
      expect((await report(session)).verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
    },
  );

  test('stops a turn that hangs', async () => {
    const { session } = await on('odd');
    await post(house, `/api/v1/sessions/${session}/exec`, { inputs: text('!hang') });
    await untilSession(house, session, ({ lastSeq, execState }) => lastSeq > 3 && execState === 'running');
    await post(house, `/api/v1/sessions/${session}/cancel`, { reason: 'too long' });
    await untilSession(house, session, ({ execState }) => execState === 'canceled');
  });

  test('drives a turn again whose harness hung up: nothing happens twice, and the model is not asked again', async () => {
    const { session } = await on('odd');
    expect(await say(house, session, `!drop-once\n${WRITE}\n?hello`)).toMatchObject({ execState: 'interrupted' });
    expect((await turnsOf(house, session))[0]).toMatchObject({ errorCode: 'harness_lost' });
    const asked = model.requests.length;
    const before = await eventsOf(house, session);
    expect(await post(house, `/api/v1/sessions/${session}/exec`, { inputs: text('x') })).toMatchObject([
      409,
      { code: 'turn_unfinished' },
    ]);
    expect(await post(house, `/api/v1/sessions/${session}/exec`, {})).toMatchObject([202, { turn: 1, redrive: true }]);
    await untilSession(house, session, ({ execState }) => execState === 'completed');
    expect((await turnsOf(house, session))[0]!.output).toContain('answer to 1');
    expect(model.requests.length).toBe(asked);
    const after = await eventsOf(house, session);
    for (const type of ['dispatch.start', 'model.called', 'episode.started'])
      expect(after.filter((event) => event.type === type)).toEqual(before.filter((event) => event.type === type));
    await close(session);
    expect((await report(session)).verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
    expect(await post(house, `/api/v1/sessions/${session}/exec`, {})).toMatchObject([409, {}]);
  });

  test('drives a goal of one turn as well', async () => {
    const run = await submit(house, { harness: 'remote:good', model: 'm-1', objective: `hi\n${WRITE}` });
    expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
    expect((await report(run)).verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
  });
});

describe('the gate', () => {
  test('refuses what cannot be served, what is contained by nothing, and what is not there', async () => {
    const make = (harness: string, more: object = {}) =>
      post(house, '/api/v1/sessions', { harness, containmentFloor: 'process', ...more });
    expect(await make('remote:frozen')).toMatchObject([409, { code: 'placement_refused' }]);
    expect(await make('remote:good', { containmentFloor: 'kernel' })).toMatchObject([
      422,
      { code: 'containment_unavailable' },
    ]);
    expect(await make('remote:nobody')).toMatchObject([422, { code: 'harness_unknown' }]);
  });

  test('asks for host tools once per harness at the start, and one that cannot be built stops it', async () => {
    const asked: string[] = [];
    const tools = (name: string) => {
      asked.push(name);
      if (name === 'odd') throw new Error('no such socket');
      return workspaceTools();
    };
    await expect(startWorker(house.config, undefined, tools)).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringMatching(/odd.*no such socket/) as unknown,
    });
    expect(asked).toEqual(['good', 'odd']);
    await expect(createApi(house.config, undefined, tools)).rejects.toMatchObject({ code: 'config_invalid' });
  });

  test('leaves a turn that needs a tool nobody can carry out, to be driven again', async () => {
    const [status] = await operator('POST', '', { name: 'bare', address: odd.address });
    expect(status).toBe(201);
    const { session } = await on('bare', { grant: [] });
    expect(await say(house, session, WRITE)).toMatchObject({ execState: 'interrupted' });
    expect((await turnsOf(house, session))[0]).toMatchObject({ errorCode: 'executor_missing' });
    expect((await eventsOf(house, session)).filter(({ type }) => type.startsWith('dispatch.'))).toEqual([]);
  });
});

async function operator(method: string, path: string, body?: object) {
  const address = `/operator/v1/harnesses${path}`;
  const response = await fetch(`${house.api.operatorUrl}${address}`, {
    method,
    headers: { authorization: `Bearer ${house.key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  await heldToDocument(method, address, response, 'operator-openapi.json');
  return [response.status, (await response.json()) as Record<string, unknown>] as const;
}

test('the registry can be read over the API by who sees every workspace, and is not changed there', async () => {
  const path = '/api/v1/harnesses/remote';
  const { items } = await get<{ items: object[] }>(house, path);
  expect(items).toContainEqual(
    expect.objectContaining({
      harness: 'remote:good',
      address: `tcp://${good.address}`,
      source: 'static',
      state: 'active',
    }),
  );
  expect(JSON.stringify(items)).not.toContain('swordfish');
  const { key } = await createKey(house.owner, 'Olga Other', ['other']);
  const refused = await house.ask(path, { headers: { authorization: `Bearer ${key}` } });
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'admin_required' }]);
  expect((await house.ask(path, { method: 'POST', body: '{}' })).status).toBe(405);
});

describe('the operator', () => {
  test('registers, gets, lists and retires harnesses; a name keeps its meaning', async () => {
    const spec = { name: 'late', address: odd.address };
    expect(await operator('POST', '', spec)).toMatchObject([201, { result: 'created' }]);
    expect(await operator('POST', '', spec)).toMatchObject([200, { result: 'unchanged' }]);
    expect(await operator('POST', '', { ...spec, address: frozen.address })).toMatchObject([
      409,
      { code: 'placement_refused' },
    ]);
    const other = await startHarness(ODD);
    expect(await operator('POST', '', { ...spec, address: other.address })).toMatchObject([
      409,
      { code: 'harness_exists' },
    ]);
    await other.stop();
    expect(await operator('GET', '/late?observe=true')).toMatchObject([
      200,
      { state: 'active', observed: { reachable: true, same: true, servable: true } },
    ]);
    expect(await say(house, (await on('late', { grant: [] })).session, 'hello')).toMatchObject({
      execState: 'completed',
    });
    expect(await operator('POST', '/late/retire', { reason: 'old' })).toMatchObject([200, { state: 'retired' }]);
    expect(await operator('POST', '/late/retire', { reason: 'older' })).toMatchObject([200, { retireReason: 'old' }]);
    expect(await post(house, '/api/v1/sessions', { harness: 'remote:late' })).toMatchObject([
      422,
      { code: 'harness_unknown' },
    ]);
    const names = async (query: string) =>
      ((await operator('GET', query))[1]['items'] as { name: string }[]).map(({ name }) => name);
    expect(await names('')).not.toContain('late');
    expect(await names('?retired=true')).toContain('late');
    expect((await names('')).slice(0, 3)).toEqual(['good', 'odd', 'frozen']);
    expect(await operator('POST', '', spec)).toMatchObject([200, { result: 'reactivated' }]);
    expect(await operator('POST', '/good/retire', { reason: 'x' })).toMatchObject([409, { code: 'harness_static' }]);
    expect(await operator('GET', '/nobody')).toMatchObject([404, { code: 'harness_unknown' }]);
    expect(await operator('POST', '', { name: 'gone', address: other.address })).toMatchObject([
      422,
      { code: 'harness_unreachable' },
    ]);
  });

  test('is asked on a listener of its own, with a key', async () => {
    expect((await fetch(`${house.api.operatorUrl}/operator/v1/harnesses`)).status).toBe(401);
    for (const path of ['harnesses', 'openapi.json'])
      expect((await house.ask(`/operator/v1/${path}`)).status).toBe(404);
    const document = `${house.api.operatorUrl}/operator/v1/openapi.json`;
    expect((await fetch(document)).status).toBe(401);
    const told = await fetch(document, { headers: { authorization: `Bearer ${house.key}` } });
    expect(Object.keys(((await told.json()) as { paths: object }).paths)).toContain('/operator/v1/harnesses/{name}');
  });

  test('says of an address it does not have what it has, and the API where it is', async () => {
    const nothing = async (address: string): Promise<unknown> => (await fetch(address)).json();
    expect(await nothing(`${house.api.operatorUrl}/api/v1/runs`)).toMatchObject({
      status: 404,
      code: 'route_unknown',
      detail: expect.stringContaining('GET /operator/v1/openapi.json lists what it has') as string,
    });
    expect(await nothing(`${house.api.url}/operator/v1/harnesses`)).toMatchObject({
      status: 404,
      code: 'route_unknown',
      detail: expect.stringContaining('RUNSEAL_OPERATOR_ADDR') as string,
    });
    expect(await nothing(`${house.api.url}/elsewhere`)).toMatchObject({
      detail: expect.stringContaining('GET /api/v1/openapi.json') as string,
    });
  });
});

test('with a model, a session that names no harness is driven by chat, which remembers what was said', async () => {
  const [, made] = await post<Wire<'SessionCreated'>>(house, '/api/v1/sessions', { containmentFloor: 'process' });
  expect(made.session).toMatchObject({ harness: 'chat', model: 'm-1' });
  await say(house, made.session.session, 'one');
  await say(house, made.session.session, 'two');
  expect(model.requests.at(-1)!.messages.map(({ content }) => content)).toEqual(['one', 'answer to 1', 'two']);
});

test('an objective of echo still needs no key and no model', async () => {
  const { session } = await open(house, { harness: 'echo' });
  expect(await say(house, session, calls(['workspace_list', { path: '.' }]))).toMatchObject({ execState: 'completed' });
});
