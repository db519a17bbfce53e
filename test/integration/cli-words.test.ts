/** What a model says in a session, on a terminal, in a pipe and as JSON. */
import { run, type Io } from '@runseal/cli';
import { openHouse, type House } from './api-house.ts';
import { open, post, text, turnsOf, untilSession } from './sessions-house.ts';
import { startSpeakingModel, type SpeakingModel } from './speaking-model.ts';

let model: SpeakingModel;
let house: House;
beforeAll(async () => {
  model = await startSpeakingModel();
  house = await openHouse(model.env);
  await house.worker();
});
afterAll(async () => {
  await house.close();
  await model.close();
});

/** Runs a command line against the house; `seen` resolves once the text was written to stdout. */
function cli(args: readonly string[], isTTY: boolean) {
  let out = '';
  let wrote: () => void = () => undefined;
  const write = (said: string): void => {
    out += said;
    wrote();
  };
  const stdout = { isTTY, write };
  const env = { RUNSEAL_API_KEY: house.key, NO_COLOR: '1' };
  const io: Io = { stdout, stderr: stdout, env, signal: new AbortController().signal };
  return {
    code: run([...args, '--url', house.api.url], io),
    out: () => out,
    async seen(said: string): Promise<void> {
      while (!out.includes(said)) await new Promise<void>((resolve) => (wrote = resolve));
    },
  };
}

const MARK = 'Not on the record yet, shown as it is said:';

test('say shows words on a terminal as they come, and says that they are what was recorded', async () => {
  const { session } = await open(house, { harness: 'chat' });
  const said = cli(['sessions', 'say', session, 'Tell me.'], true);
  await model.say('Once ');
  await said.seen(`${MARK}\nOnce `);
  await model.say('upon\na time.');
  await said.seen('a time.');
  expect((await turnsOf(house, session))[0]!.output).toBeNull();
  await model.end();
  expect(await said.code).toBe(0);
  expect(said.out()).toMatch(
    /Once upon\na time\.\n\ncompleted\nWhat was shown above is on the record, word for word\.\n/,
  );
  expect(said.out().match(/a time\./g)).toHaveLength(1);
});

test('of a turn that was stopped no word is on the record, and say says so', async () => {
  const { session } = await open(house, { harness: 'chat' });
  const said = cli(['sessions', 'say', session, 'Tell me.'], true);
  await model.say('Once ');
  await said.seen('Once ');
  await post(house, `/api/v1/sessions/${session}/cancel`, { reason: 'enough' });
  expect(await said.code).toBe(1);
  expect(said.out()).toMatch(
    /Once\s+canceled: enough .*\nNo answer is on the record: what was shown above is kept nowhere\.\n/,
  );
});

test('watch shows them between the events, and a pipe and JSON stay as they were', async () => {
  const { session } = await open(house, { harness: 'chat' });
  const watched = cli(['watch', session], true);
  const piped = cli(['watch', session], false);
  await Promise.all([watched, piped].map((each) => each.seen('goal.submitted')));
  const json = cli(['sessions', 'say', session, 'Tell me.', '--json'], true);
  await model.say('Once.');
  await watched.seen(`${MARK}\nOnce.`);
  await model.end();
  expect(await json.code).toBe(0);
  expect(JSON.parse(json.out())).toMatchObject({ turn: { state: 'completed', output: 'Once.' } });
  await untilSession(house, session, ({ execState }) => execState === 'completed');
  await post(house, `/api/v1/sessions/${session}/exec`, { inputs: text('And then?') });
  await model.say('Twice.');
  await model.end();
  await untilSession(house, session, ({ execState, turns }) => execState === 'completed' && turns === 2);
  await post(house, `/api/v1/sessions/${session}/close`, { reason: 'done' });
  expect(await Promise.all([watched.code, piped.code])).toEqual([0, 0]);
  expect(watched.out()).toMatch(
    /model\.called\s*\nNot on the record yet, shown as it is said:\nOnce\.\n.*model\.answered/,
  );
  for (const each of [piped, json]) expect(each.out()).not.toContain(MARK);
  expect(piped.out()).not.toContain('Once.');
});
