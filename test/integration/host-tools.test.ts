import { startWorker } from '@runseal/api';
import type { Wire } from '@runseal/api/client';
import { workspaceTools } from '@runseal/dispatch';
import type { Report } from '@runseal/spine';
import { eventsOf, openHouse, sealed, submit, until, type House } from './api-house.ts';
import { startModel, type ModelEndpoint } from './model-endpoint.ts';
import { executorPlace, type ExecutorPlace } from './python-executor.ts';
import { ODD, startHarness, type PythonHarness } from './python-harness.ts';
import { get, open, post, say, text, turnsOf, untilSession } from './sessions-house.ts';

let model: ModelEndpoint;
let py: PythonHarness;
let executor: ExecutorPlace;
let house: House;

const CAPABILITIES = {
  tools: [
    { name: 'workspace_write', mediation: 'controller_mediated' },
    { name: 'guest_list', mediation: 'controller_mediated' },
    { name: 'guest_add', mediation: 'requires_approval' },
  ],
};

beforeAll(async () => {
  model = await startModel();
  py = await startHarness(ODD, { DESCRIPTOR: JSON.stringify(CAPABILITIES) });
  executor = await executorPlace('py');
  await executor.start('odd');
  house = await openHouse({
    RUNSEAL_CHAT_BASE_URL: model.baseUrl,
    RUNSEAL_CHAT_API_KEY: 'k',
    RUNSEAL_CHAT_MODEL: 'm-1',
    RUNSEAL_HARNESSES: `py=${py.address},other=${py.address}`,
    RUNSEAL_TOOL_EXECUTORS: executor.socket,
  });
  await house.worker();
});
afterAll(async () => {
  await house.close();
  await executor.close();
  await py.stop();
  await model.close();
});

const add = (name: string) => `@guest_add ${JSON.stringify({ name })}`;
const begin = (session: string, said: string) =>
  post(house, `/api/v1/sessions/${session}/exec`, { inputs: text(said) });
const typesOf = async (session: string) => (await eventsOf(house, session)).map(({ type }) => type);
const failures = async (run: string) =>
  (await get<Report>(house, `/api/v1/runs/${run}/verification`)).verdicts.filter(({ state }) => state === 'fail');

async function decide(session: string, decision: 'approve' | 'deny') {
  await untilSession(house, session, ({ execState }) => execState === 'awaiting');
  const [asked] = (await get<Wire<'ApprovalPage'>>(house, `/api/v1/approvals?run=${session}&state=pending`)).items;
  const { approval, argumentsCommitment } = asked!;
  await post(house, `/api/v1/approvals/${approval}/decision`, { decision, reason: 'known', argumentsCommitment });
}
const settled = (session: string) =>
  untilSession(house, session, ({ execState }) => !['pending', 'running', 'awaiting'].includes(execState));

describe('host tools over a unix socket', () => {
  test('are carried out by the executor once a person agreed, and every call is on the record', async () => {
    const { session } = await open(house, { harness: 'remote:py' });
    await begin(session, `${add('Ana')}\n@guest_list {}\n@workspace_write {"path":"a.txt","content":"hi"}`);
    await untilSession(house, session, ({ execState }) => execState === 'awaiting');
    expect(await executor.guests()).toEqual([]);
    await decide(session, 'approve');
    await settled(session);
    expect((await turnsOf(house, session))[0]!.output).toMatch(
      /^guest_add: wrote Ana, as ana-auditor agreed\nguest_list: Ana\nworkspace_write: /,
    );
    const starts = (await eventsOf(house, session)).filter(({ type }) => type === 'dispatch.start');
    expect(starts.map(({ payload }) => [payload['action'], payload['scope']])).toEqual([
      ['guest_add', ''],
      ['guest_list', ''],
      ['workspace_write', 'a.txt'],
    ]);
    await post(house, `/api/v1/sessions/${session}/close`, { reason: 'done' });
    expect(await failures(session)).toEqual([]);
  });

  test('are never reached by a call that was denied, or that is out of bounds', async () => {
    const before = await executor.guests();
    const { session } = await open(house, { harness: 'remote:py' });
    await begin(session, `${add('Mallory')}\n@guest_add {"name":""}`);
    await decide(session, 'deny');
    await settled(session);
    expect((await turnsOf(house, session))[0]!.output).toBe('guest_add: approval_denied\nguest_add: arguments_invalid');
    expect(await typesOf(session)).not.toContain('dispatch.start');
    expect(await executor.guests()).toEqual(before);
  });

  test('drive goals of one turn as well, within their grant', async () => {
    const run = await submit(house, {
      harness: 'remote:py',
      model: 'm-1',
      grant: ['guest_list'],
      objective: '@guest_list {}\n@workspace_write {"path":"a.txt","content":"hi"}',
    });
    expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
    const events = await eventsOf(house, run);
    expect(events.filter(({ type }) => type === 'dispatch.start').map(({ payload }) => payload['action'])).toEqual([
      'guest_list',
    ]);
    expect(events.find(({ type }) => type === 'dispatch.rejected')!.payload).toMatchObject({
      action: 'workspace_write',
      reason: 'capability_denied',
    });
  });

  test('are for the harness the executor was asked for, and for no other', async () => {
    for (const harness of ['remote:other', 'echo'])
      expect(
        await post(house, '/api/v1/sessions', { harness, containmentFloor: 'process', grant: ['guest_list'] }),
      ).toMatchObject([422, { code: 'action_unknown' }]);
    const { session } = await open(house, { harness: 'remote:other' });
    expect(await say(house, session, '@guest_list {}')).toMatchObject({ execState: 'interrupted' });
    expect((await turnsOf(house, session))[0]).toMatchObject({ errorCode: 'executor_missing' });
  });

  test('of an executor that dies in the middle: the effect is not known, the record says so, and it is not tried again', async () => {
    const { session } = await open(house, { harness: 'remote:py' });
    await begin(session, `${add('!die')}\n@guest_list {}`);
    await decide(session, 'approve');
    await settled(session);
    expect((await turnsOf(house, session))[0]!.output).toBe(
      'guest_add: executor_lost\nguest_list: executor_unreachable',
    );
    const events = await eventsOf(house, session);
    expect(events.filter(({ type }) => type === 'provenance.gap').map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ surface: 'dispatch', reason: 'outcome_unknown', calls: [1] }),
    );
    await executor.start();
    expect((await executor.guests()).filter((name) => name === 'written before it died')).toHaveLength(1);
    await post(house, `/api/v1/sessions/${session}/close`, { reason: 'done' });
    expect(await failures(session)).toEqual([]);
  });
});

test('host tools said twice, by a socket and by the program itself, stop the start', async () => {
  await expect(startWorker(house.config, undefined, () => workspaceTools())).rejects.toMatchObject({
    code: 'config_invalid',
    message: expect.stringContaining('twice') as unknown,
  });
});
