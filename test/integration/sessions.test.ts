import { createKey } from '@runseal/api';
import type { Wire } from '@runseal/api/client';
import type { Report } from '@runseal/spine';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls, eventsOf, openHouse, SHORT_LEASE, type House } from './api-house.ts';
import { killRest, runWorker } from './api-process.ts';
import { get, open, post, replay, say, text, turnsOf, untilSession } from './sessions-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  killRest();
  await house.close();
});

const WRITE = ['workspace_write', { path: 'a.txt', content: 'one' }] as const;
const exec = (session: string, body: object) => post(house, `/api/v1/sessions/${session}/exec`, body);
const report = (run: string) => get<Report>(house, `/api/v1/runs/${run}/verification`);
const failed = async (run: string) => (await report(run)).verdicts.filter(({ state }) => state === 'fail');

describe('a session', () => {
  beforeAll(() => house.worker());

  test('takes turns over one stream, remembers its files, and is sealed and verified like any run', async () => {
    const made = await open(house, { title: 'Two turns', project: 'demo', labels: { team: 'audit' } });
    expect(made).toMatchObject({ execState: 'pending', computeState: 'none', lastSeq: 2, turns: 0, sealed: false });
    await say(house, made.session, calls(WRITE));
    const second = await say(house, made.session, calls(['workspace_read', { path: 'a.txt' }]));
    expect(second).toMatchObject({ execState: 'completed', computeState: 'cold', turns: 2, project: 'demo' });
    const turns = await turnsOf(house, made.session);
    expect(turns.map(({ state }) => state)).toEqual(['completed', 'completed']);
    expect(turns[1]!.output).toContain('workspace_read: one');

    const [status, closed] = await post<Wire<'SessionView'>>(house, `/api/v1/sessions/${made.session}/close`, {
      reason: 'done',
    });
    expect([status, closed.sealed, closed.computeState]).toEqual([200, true, 'terminated']);
    expect(await failed(made.session)).toEqual([]);
    const events = await eventsOf(house, made.session);
    expect(events.map(({ type }) => type)).toEqual([
      'run.opened',
      'goal.submitted',
      ...Array.from({ length: 2 }).flatMap(() => [
        'goal.submitted',
        'episode.started',
        'dispatch.start',
        'dispatch.end',
        'episode.ended',
      ]),
      'session.lifecycle',
      'outcome.recorded',
      'provenance.mix',
    ]);
    expect(events.filter(({ type }) => type === 'dispatch.start').map(({ payload }) => payload['call'])).toEqual([
      1, 2,
    ]);
    expect(await exec(made.session, { inputs: text('more') })).toMatchObject([409, { code: 'session_sealed' }]);
  });

  test('is in the list of runs with the events and turns it has, between its turns too', async () => {
    const { session } = await open(house, { title: 'In the list' });
    const listed = async () =>
      (await get<Wire<'RunPage'>>(house, '/api/v1/runs')).items.find(({ run }) => run === session);
    expect(await listed()).toMatchObject({ state: 'running', events: 2, session: { turns: 0, lastTurn: null } });
    const { lastSeq } = await say(house, session, 'hi');
    const turns = { turns: 1, lastTurn: 'completed' };
    expect(await listed()).toMatchObject({ state: 'running', events: lastSeq, session: turns });
    expect(await get(house, `/api/v1/runs/${session}`)).toMatchObject({ events: lastSeq, session: turns });
  });

  test('refuses a turn that expects another last seq, and nothing happens', async () => {
    const { session, lastSeq } = await open(house);
    expect(await exec(session, { inputs: text('hi'), expectedLastSeq: lastSeq + 1 })).toMatchObject([
      409,
      { code: 'last_seq_mismatch' },
    ]);
    expect(await turnsOf(house, session)).toEqual([]);
    const [status] = await exec(session, { inputs: text('hi'), expectedLastSeq: lastSeq });
    expect(status).toBe(202);
    await untilSession(house, session, ({ execState }) => execState === 'completed');
    // The same words again, as a client that lost the answer would send them: the session has moved on.
    expect(await exec(session, { inputs: text('hi'), expectedLastSeq: lastSeq })).toMatchObject([
      409,
      { code: 'last_seq_mismatch' },
    ]);
  });

  test('is replayed byte for byte, and that adds nothing to it', async () => {
    const { session } = await open(house);
    await say(house, session, 'hello');
    const once = await replay(house, session);
    expect(await replay(house, session)).toBe(once);
    const lines = once
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number });
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, n) => n + 1));
    expect((await replay(house, session, '?from=2&to=3')).trim().split('\n')).toEqual(
      once.trim().split('\n').slice(1, 3),
    );
    expect((await house.ask(`/api/v1/sessions/${session}/replay?from=99`)).status).toBe(400);
    expect(await get(house, `/api/v1/sessions/${session}`)).toMatchObject({ lastSeq: lines.length });
  });

  test('takes no turns while it is suspended, and the record says by whom', async () => {
    const { session } = await open(house);
    await post(house, `/api/v1/sessions/${session}/suspend`, { reason: 'lunch' });
    expect(await exec(session, { inputs: text('hi') })).toMatchObject([409, { code: 'session_suspended' }]);
    await post(house, `/api/v1/sessions/${session}/suspend`, { reason: 'still lunch' });
    await post(house, `/api/v1/sessions/${session}/resume`, { reason: 'back' });
    expect(await say(house, session, 'hi')).toMatchObject({ execState: 'completed', suspended: false });
    const notes = (await eventsOf(house, session)).filter(({ type }) => type === 'session.lifecycle');
    expect(notes.map(({ payload }) => [payload['change'], payload['reason']])).toEqual([
      ['suspended', 'lunch'],
      ['resumed', 'back'],
    ]);
  });

  test('waits for people without a turn being lost, takes no other turn meanwhile, and knows whose turn it is', async () => {
    const { session } = await open(house, { approvals: { workspace_write: {} } });
    const { key } = await createKey(house.owner, 'Bob');
    const asBob = (path: string, body: object) =>
      house.ask(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await asBob(`/api/v1/sessions/${session}/exec`, { inputs: text(calls(WRITE)) });
    await untilSession(house, session, ({ execState }) => execState === 'awaiting');
    expect(await exec(session, { inputs: text('hi') })).toMatchObject([409, { code: 'session_busy' }]);
    const page = await get<Wire<'ApprovalPage'>>(house, `/api/v1/approvals?run=${session}`);
    const [asked] = page.items;
    const decided = await asBob(`/api/v1/approvals/${asked!.approval}/decision`, {
      decision: 'approve',
      reason: 'read it',
      argumentsCommitment: asked!.argumentsCommitment,
    });
    expect(await decided.json()).toMatchObject({
      principal: 'bob',
      decisions: [{ principal: 'bob', selfApproval: true }],
    });
    expect(await untilSession(house, session, ({ execState }) => execState === 'completed')).toMatchObject({
      turns: 1,
    });
  });

  test('stops a turn at a word and goes on with the next', async () => {
    const { session } = await open(house, { approvals: { workspace_write: {} } });
    await exec(session, { inputs: text(calls(WRITE)) });
    await untilSession(house, session, ({ execState }) => execState === 'awaiting');
    const [status] = await post(house, `/api/v1/sessions/${session}/cancel`, { reason: 'wrong file' });
    expect(status).toBe(202);
    await untilSession(house, session, ({ execState }) => execState === 'canceled');
    expect(await post(house, `/api/v1/sessions/${session}/cancel`, { reason: 'again' })).toMatchObject([
      409,
      { code: 'turn_not_open' },
    ]);
    expect(await say(house, session, 'hello')).toMatchObject({ execState: 'completed', turns: 2 });
    await post(house, `/api/v1/sessions/${session}/close`, { reason: 'done' });
    expect(await failed(session)).toEqual([]);
    expect((await eventsOf(house, session)).filter(({ type }) => type === 'dispatch.start')).toEqual([]);
  });

  test('that is halted is sealed, also between two turns', async () => {
    const { session } = await open(house);
    await say(house, session, 'hello');
    await post(house, `/api/v1/runs/${session}/halt`, { reason: 'enough' });
    const ended = await untilSession(house, session, ({ sealed }) => sealed);
    expect(ended).toMatchObject({ computeState: 'terminated' });
    expect(await get(house, `/api/v1/runs/${session}`)).toMatchObject({ state: 'halted' });
    expect(await failed(session)).toEqual([]);
  });

  test('that is deleted is in no list, and its record is sealed and stays', async () => {
    const { session } = await open(house, { name: 'short-lived' });
    const response = await house.ask('/api/v1/sessions/short-lived', { method: 'DELETE' });
    expect(await response.json()).toMatchObject({ session, sealed: true, deleted: true });
    expect((await house.ask(`/api/v1/sessions/${session}`)).status).toBe(404);
    expect(await get(house, `/api/v1/runs/${session}`)).toMatchObject({ sealed: true });
    expect(await failed(session)).toEqual([]);
  });

  test.each([
    ['an external CLI', { harness: 'codex', model: 'm' }, 422, 'session_unsupported'],
    ['a harness nobody knows', { harness: 'remote:nobody' }, 422, 'harness_unknown'],
    ['no such action', { grant: ['fly'] }, 422, 'action_unknown'],
    ['a reasoning part for echo', { inputs: [{ type: 'reasoning', opaque: 'x' }] }, 422, 'input_unsupported'],
    ['an unknown field', { colour: 'red' }, 400, 'request_invalid'],
  ])('is refused for %s', async (_, more, status, code) => {
    expect(
      await post(house, '/api/v1/sessions', { harness: 'echo', containmentFloor: 'process', ...more }),
    ).toMatchObject([status, { code }]);
  });
});

test('without a model, a session that names no harness is driven by echo', async () => {
  expect(await post(house, '/api/v1/sessions', {})).toMatchObject([201, { session: { harness: 'echo', model: null } }]);
});

test('a session that was made is where the answer says', async () => {
  const headers = { 'content-type': 'application/json' };
  const made = await house.ask('/api/v1/sessions', { method: 'POST', headers, body: '{}' });
  const { session } = ((await made.json()) as Wire<'SessionCreated'>).session;
  expect(await get<Wire<'SessionView'>>(house, made.headers.get('location')!)).toMatchObject({ session });
});

describe('lists', () => {
  test('are by project, newest first, in pages of bounded size, and refuse a cursor that is not theirs', async () => {
    const made = [];
    for (let n = 0; n < 3; n++) made.push((await open(house, { project: 'paged' })).session);
    const first = await get<Wire<'SessionPage'>>(house, '/api/v1/sessions?project=paged&limit=2');
    expect(first.items.map(({ session }) => session)).toEqual([made[2], made[1]]);
    const rest = await get<Wire<'SessionPage'>>(
      house,
      `/api/v1/sessions?project=paged&limit=2&cursor=${first.nextCursor}`,
    );
    expect([rest.items.map(({ session }) => session), rest.nextCursor]).toEqual([[made[0]], null]);
    expect((await get<Wire<'SessionPage'>>(house, '/api/v1/sessions?project=page')).items).toEqual([]);
    expect((await house.ask('/api/v1/sessions?limit=100000')).status).toBe(200);
    expect(await get(house, '/api/v1/sessions?cursor=nonsense')).toMatchObject({ code: 'cursor_invalid' });
    expect(await post(house, '/api/v1/sessions', { name: 'twin' })).toMatchObject([201, {}]);
    expect(await post(house, '/api/v1/sessions', { name: 'twin' })).toMatchObject([409, { code: 'session_exists' }]);
  });
});

describe('a turn whose worker is killed', () => {
  const TRACE = [
    'run_command',
    { argv: ['sh', '-c', 'echo ran >> trace; while [ ! -e go ]; do sleep 0.05; done'] },
  ] as const;

  test('is driven again from its record: what ended is not repeated, what was open is unknown, nothing happens twice', async () => {
    const alone = await openHouse(SHORT_LEASE);
    try {
      const first = await runWorker({ env: alone.env });
      const { session } = await open(alone, { grant: ['run_command', 'workspace_write', 'workspace_read'] });
      const said = calls(['workspace_write', { path: 'a', content: 'x' }], TRACE, ['workspace_read', { path: 'a' }]);
      await post(alone, `/api/v1/sessions/${session}/exec`, { inputs: text(said) });
      const trace = join(alone.dataDir, 'runs', session, 'workspace', 'trace');
      const ran = async () => (await readFile(trace, 'utf8').catch(() => '')).trim();
      while ((await ran()) === '') await untilSession(alone, session, () => true);
      first.child.kill('SIGKILL');
      await first.exited;
      await alone.worker();
      await untilSession(alone, session, ({ execState }) => execState === 'completed');
      expect(await ran()).toBe('ran');
      const events = await eventsOf(alone, session);
      expect(events.filter(({ type }) => type === 'dispatch.start').map(({ payload }) => payload['call'])).toEqual([
        1, 2, 3,
      ]);
      expect(events.filter(({ type }) => type === 'dispatch.end').map(({ payload }) => payload['call'])).toEqual([
        1, 3,
      ]);
      expect(events.filter(({ type }) => type === 'episode.started')).toHaveLength(1);
      expect((await turnsOf(alone, session))[0]!.output).toContain('outcome_unknown');
      await post(alone, `/api/v1/sessions/${session}/close`, { reason: 'done' });
      const verdicts = (await get<Report>(alone, `/api/v1/runs/${session}/verification`)).verdicts;
      expect(verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
    } finally {
      await alone.close();
    }
  });

  test('while a call waits for people, goes on waiting under the next one, and the call runs once', async () => {
    const alone = await openHouse(SHORT_LEASE);
    try {
      const first = await runWorker({ env: alone.env });
      const { session } = await open(alone, { approvals: { workspace_write: {} } });
      await post(alone, `/api/v1/sessions/${session}/exec`, { inputs: text(calls(WRITE)) });
      await untilSession(alone, session, ({ execState }) => execState === 'awaiting');
      first.child.kill('SIGKILL');
      await first.exited;
      await alone.worker();
      const [asked] = (await get<Wire<'ApprovalPage'>>(alone, `/api/v1/approvals?run=${session}`)).items;
      await post(alone, `/api/v1/approvals/${asked!.approval}/decision`, {
        decision: 'approve',
        reason: 'read it',
        argumentsCommitment: asked!.argumentsCommitment,
      });
      await untilSession(alone, session, ({ execState }) => execState === 'completed');
      const types = (await eventsOf(alone, session)).map(({ type }) => type);
      expect(types.filter((type) => type === 'approval.requested')).toHaveLength(1);
      expect(types.filter((type) => type === 'dispatch.start')).toHaveLength(1);
    } finally {
      await alone.close();
    }
  });

  test('after the turn ended, before it said so: the next one reads the end from the record', async () => {
    const { session } = await open(house);
    const before = await say(house, session, 'hello');
    await house.owner`update runseal.session_turn set state = 'running', ended_at = null where run = ${session}`;
    await house.owner`update runseal.goal set lease_owner = 'dead', lease_until = now() - interval '1 second' where run = ${session}`;
    const after = await untilSession(house, session, ({ execState }) => execState === 'completed');
    expect(after.lastSeq).toBe(before.lastSeq);
  });
});
