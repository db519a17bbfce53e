import { createKey } from '@runseal/api';
import type { Wire } from '@runseal/api/client';
import { checkFork, decodeRecord, type Report } from '@runseal/spine';
import { eventsOf, openHouse, type House } from './api-house.ts';
import { get, open, post, replay, say, turnsOf } from './sessions-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.worker();
});
afterAll(() => house.close());

const fork = (session: string, body: object) => post<Wire<'ForkDone'>>(house, `/api/v1/sessions/${session}/fork`, body);
const close = (session: string) => post(house, `/api/v1/sessions/${session}/close`, { reason: 'done' });
const recordOf = async (run: string) =>
  decodeRecord(new Uint8Array(await (await house.ask(`/api/v1/runs/${run}/record`)).arrayBuffer()));

describe('a fork', () => {
  test('shares its parent by proof, at the head and at a seq, and leaves the parent as it was', async () => {
    const parent = await open(house, { project: 'forks' });
    const { lastSeq: afterOne } = await say(house, parent.session, 'one');
    const { lastSeq } = await say(house, parent.session, 'two');
    const [status, atHead] = await fork(parent.session, { children: 2, names: ['left', 'right'] });
    expect([status, atHead.seq, atHead.children.length]).toEqual([201, lastSeq, 2]);
    const [, atSeq] = await fork(parent.session, { atSeq: afterOne });
    const early = atSeq.children[0]!;
    expect(early).toMatchObject({ parent: parent.session, forkSeq: afterOne, turns: 0, lastSeq: 2, project: 'forks' });
    expect(await get(house, `/api/v1/sessions/${parent.session}`)).toMatchObject({ lastSeq });

    await say(house, 'left', 'three');
    for (const session of [parent.session, early.session, 'left']) await close(session);
    const left = await get<Wire<'SessionView'>>(house, '/api/v1/sessions/left');
    const other = await open(house);
    await close(other.session);
    const [parentRecord, otherRecord] = [await recordOf(parent.session), await recordOf(other.session)];
    expect(checkFork(await recordOf(left.session), parentRecord)).toMatchObject({ state: 'pass' });
    expect(checkFork(await recordOf(early.session), parentRecord)).toMatchObject({
      state: 'pass',
      point: { size: afterOne },
    });
    expect(checkFork(await recordOf(left.session), otherRecord)).toMatchObject({ code: 'runseal.fork_other_parent' });
    expect(checkFork(parentRecord, otherRecord)).toMatchObject({ state: 'absent', code: 'runseal.not_forked' });
    const verdicts = (await get<Report>(house, `/api/v1/runs/${left.session}/verification`)).verdicts;
    expect(verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
  });

  test('is told again with what it inherited, byte for byte the events of its parent', async () => {
    const parent = await open(house);
    await say(house, parent.session, 'one');
    const before = await replay(house, parent.session);
    const [, done] = await fork(parent.session, {});
    await say(house, parent.session, 'two');
    const child = done.children[0]!.session;
    const all = await replay(house, child, '?inherited=true');
    expect(all.startsWith(before)).toBe(true);
    expect(all.slice(before.length)).toBe(await replay(house, child));
  });

  test('of a fork, and of a sealed session, goes on from there', async () => {
    const parent = await open(house);
    await say(house, parent.session, 'one');
    await close(parent.session);
    const child = (await fork(parent.session, {}))[1].children[0]!.session;
    await say(house, child, 'two');
    const grandchild = (await fork(child, {}))[1].children[0]!.session;
    expect(await say(house, grandchild, 'three')).toMatchObject({ execState: 'completed' });
    expect((await turnsOf(house, grandchild)).map(({ output }) => output)).toEqual(['three']);
    expect((await eventsOf(house, grandchild))[0]!.payload['forked_from']).toMatchObject({ run: child });
  });

  test.each([
    [{ atSeq: 99 }, 404, 'event_unknown'],
    [{ children: 0 }, 400, 'request_invalid'],
    [{ children: 129 }, 400, 'request_invalid'],
    [{ children: 2, names: ['only-one'] }, 400, 'request_invalid'],
    [{ children: 2, names: ['same', 'same'] }, 400, 'request_invalid'],
  ])('asked for with %j is refused', async (body, status, code) => {
    const { session } = await open(house);
    expect(await fork(session, body)).toMatchObject([status, { code }]);
  });

  test('with a name that is taken makes no child at all', async () => {
    await open(house, { name: 'taken', project: 'none' });
    const { session } = await open(house, { project: 'none' });
    expect(await fork(session, { children: 2, names: ['free', 'taken'] })).toMatchObject([
      409,
      { code: 'session_exists' },
    ]);
    expect((await get<Wire<'SessionPage'>>(house, '/api/v1/sessions?project=none')).items).toHaveLength(2);
    expect((await house.ask('/api/v1/sessions/free')).status).toBe(404);
  });

  test('may have 128 children at once', async () => {
    const { session } = await open(house, { project: 'many' });
    const [status, done] = await fork(session, { children: 128 });
    expect([status, new Set(done.children.map((child) => child.session)).size]).toEqual([201, 128]);
  });
});

test('a name that sessions of two workspaces have reaches neither for whoever sees both, and the id reaches its own', async () => {
  const [early, late] = [await open(house, { name: 'same', workspace: 'team-a' }), await open(house, { name: 'same' })];
  const exec = (session: string) =>
    post(house, `/api/v1/sessions/${session}/exec`, { inputs: [{ type: 'text', text: 'for one of them' }] });
  expect(await exec('same')).toMatchObject([409, { code: 'session_ambiguous' }]);
  for (const { session } of [early, late]) expect(await turnsOf(house, session)).toEqual([]);
  const { key } = await createKey(house.owner, 'Tess', ['team-a']);
  const seen = await fetch(`${house.api.url}/api/v1/sessions/same`, { headers: { authorization: `Bearer ${key}` } });
  expect(await seen.json()).toMatchObject({ session: early.session });
  expect(await exec(late.session)).toMatchObject([202, { turn: 1 }]);
});

test('nothing is forked where everything is halted', async () => {
  const { session } = await open(house, { workspace: 'team-h' });
  await post(house, '/api/v1/halt', { scope: 'workspace:team-h', reason: 'fire' });
  expect(await fork(session, {})).toMatchObject([409, { code: 'halt_stands' }]);
});
