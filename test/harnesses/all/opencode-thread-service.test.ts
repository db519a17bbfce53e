/** Over HTTP, and with its model calls led through the gateway: a run of opencode that goes on where another one ended. */
import { eventsOf, openHouse, sealed, submit, until, type House } from '../../integration/api-house.ts';
import { OPENCODE } from '../cli/opencode.ts';
import { demandInstalled } from '../contract.ts';
import { answer, call, promptText, say, startScriptedModel, type ScriptedModel } from '../scripted-model.ts';

let model: ScriptedModel;
let house: House;

const newest = (body: unknown) => [...promptText(body).matchAll(/"nonce": "([0-9a-f]+)"/g)].at(-1)![1]!;
const probe = answer(call('conformance_check', (body) => ({ nonce: newest(body) })));
const write = (path: string) => answer(call('workspace_write', { path, content: 'x' }));

beforeAll(async () => {
  await demandInstalled(OPENCODE);
  const scenario = [probe, write('one.txt'), answer(say('The word is heron.'))];
  model = await startScriptedModel({ scenario: [...scenario, probe, write('two.txt'), answer(say('It was heron.'))] });
  house = await openHouse(OPENCODE.env(model));
  await house.worker();
});
afterAll(async () => {
  await house?.close();
  await model?.close();
});

it('goes on with the very conversation the other run kept', async () => {
  const goal = { objective: 'Write.', harness: 'opencode', model: OPENCODE.model, containmentFloor: 'kernel' };
  const done = async (run: string) =>
    expect(await until(house, run, sealed, 150_000)).toMatchObject({ state: 'completed', errorCode: null });
  const payload = async (run: string, type: string) =>
    (await eventsOf(house, run)).find((event) => event.type === type)!.payload;

  const first = await submit(house, { ...goal, thread: { keep: true } });
  await done(first);
  const second = await submit(house, { ...goal, thread: { continues: first } });
  await done(second);

  expect(promptText(model.turns[3]!.body)).toContain('The word is heron.');
  const { thread } = (await payload(first, 'episode.ended')) as { thread: { id: string } };
  expect(await payload(second, 'episode.started')).toMatchObject({ resumes: thread.id });
  expect(await payload(second, 'run.opened')).toMatchObject({
    enforcement_profile: { egress: 'denied', model_calls: 'bridged' },
    enforcement_probe: { complete: true, found: { egress: 'denied', model_calls: 'bridged', shell: 'denied' } },
  });
}, 320_000);
