/** Over HTTP: a run that kept its conversation, another that goes on with it, and what is refused. */
import { eventsOf, openHouse, sealed, submit, until, type House } from '../integration/api-house.ts';
import { BRIDGE_NAMESPACE, CODEX } from './cli/codex.ts';
import { demandInstalled } from './contract.ts';
import { conformance } from './episode.ts';
import { answer, call, promptText, say, startScriptedModel, type ScriptedModel } from './scripted-model.ts';

let model: ScriptedModel;
let house: House;

const newest = (body: unknown) => [...promptText(body).matchAll(/"nonce": "([0-9a-f]+)"/g)].at(-1)![1]!;
const write = (path: string) => answer(call('workspace_write', { path, content: 'x' }, BRIDGE_NAMESPACE));

beforeAll(async () => {
  await demandInstalled(CODEX);
  model = await startScriptedModel({
    scenario: [
      answer(conformance(BRIDGE_NAMESPACE)),
      write('one.txt'),
      answer(say('The word is heron.')),
      answer(call('conformance_check', (body) => ({ nonce: newest(body) }), BRIDGE_NAMESPACE)),
      write('two.txt'),
      answer(say('It was heron.')),
    ],
  });
  house = await openHouse(CODEX.env(model));
  await house.worker();
});
afterAll(async () => {
  await house?.close();
  await model?.close();
});

const GOAL = { objective: 'Write.', harness: 'codex', model: CODEX.model, containmentFloor: 'kernel' };

it('goes on with the very conversation the other run kept, and with no other', async () => {
  const first = await submit(house, { ...GOAL, thread: { keep: true } });
  expect(await until(house, first, sealed, 60_000)).toMatchObject({ state: 'completed' });
  const second = await submit(house, { ...GOAL, thread: { continues: first } });
  expect(await until(house, second, sealed, 60_000)).toMatchObject({ state: 'completed' });
  expect(promptText(model.turns[3]!.body)).toContain('The word is heron.');
  const payload = async (run: string, type: string) =>
    (await eventsOf(house, run)).find((event) => event.type === type)!.payload;
  const { thread } = (await payload(first, 'episode.ended')) as { thread: { id: string } };
  expect(await payload(second, 'episode.started')).toMatchObject({ resumes: thread.id });
  expect(await payload(second, 'episode.ended')).not.toHaveProperty('thread');

  // It kept nothing itself: there is nothing to go on with.
  const third = await submit(house, { ...GOAL, thread: { continues: second } });
  expect(await until(house, third, sealed, 60_000)).toMatchObject({ state: 'failed', errorCode: 'thread_unusable' });
});

it.each([
  ['a run that does not exist', { continues: '01a22715-0000-7000-8000-000000000000' }, 'codex', 422],
  ['what is no run', { continues: 'nonsense' }, 'codex', 400],
  ['a harness that keeps none', { keep: true }, 'echo', 422],
])('refuses %s at the door', async (_, thread, harness, status) => {
  const response = await house.ask('/api/v1/goals', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...GOAL, harness, thread }),
  });
  expect(response.status).toBe(status);
});
