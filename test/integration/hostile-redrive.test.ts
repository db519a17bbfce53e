import type { Wire } from '@runseal/api/client';
import type { Report } from '@runseal/spine';
import { eventsOf, openHouse, SHORT_LEASE, type House } from './api-house.ts';
import { killRest, runWorker } from './api-process.ts';
import { startModel, type ModelEndpoint } from './model-endpoint.ts';
import { ODD, startHarness, type PythonHarness } from './python-harness.ts';
import { get, open, post, text, turnsOf, untilSession } from './sessions-house.ts';

let model: ModelEndpoint;
let odd: PythonHarness;
let house: House;

beforeAll(async () => {
  model = await startModel();
  odd = await startHarness(ODD);
  house = await openHouse({
    ...SHORT_LEASE,
    RUNSEAL_CHAT_BASE_URL: model.baseUrl,
    RUNSEAL_CHAT_API_KEY: 'k',
    RUNSEAL_CHAT_MODEL: 'm-1',
    RUNSEAL_HARNESSES: `odd=${odd.address}`,
  });
});
afterAll(async () => {
  killRest();
  await house.close();
  await odd.stop();
  await model.close();
});

const patch = (name: string) =>
  `@workspace_patch ${JSON.stringify({ patch: `--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+${name}\n` })}`;

/** Waits for a yes to `once`, loses its worker meanwhile, gets the yes, and is driven again by a harness that then asks for `again`. */
async function drivenAgain(once: string, again: string) {
  const worker = await runWorker({ env: house.env });
  const { session } = await open(house, { harness: 'remote:odd' });
  await post(house, `/api/v1/sessions/${session}/exec`, { inputs: text(`!other-if-again\n${once}\n${again}`) });
  await untilSession(house, session, ({ execState }) => execState === 'awaiting');
  worker.child.kill('SIGKILL');
  await worker.exited;
  const [asked] = (await get<Wire<'ApprovalPage'>>(house, `/api/v1/approvals?run=${session}`)).items;
  const { approval, argumentsCommitment } = asked!;
  await post(house, `/api/v1/approvals/${approval}/decision`, {
    decision: 'approve',
    reason: 'fine',
    argumentsCommitment,
  });
  const next = await house.worker();
  await untilSession(house, session, ({ execState }) => ['completed', 'failed', 'interrupted'].includes(execState));
  if ((await turnsOf(house, session))[0]!.output === null) {
    await post(house, `/api/v1/sessions/${session}/exec`, {});
    await untilSession(house, session, ({ execState }) => !['running', 'awaiting', 'pending'].includes(execState));
  }
  const [turn] = await turnsOf(house, session);
  await post(house, `/api/v1/sessions/${session}/close`, { reason: 'done' });
  await next.stop({ drainMs: 0 });
  return { session, turn: turn! };
}

test('a yes is for the call that people saw: it is carried out by whoever drives the turn again', async () => {
  const { turn } = await drivenAgain(patch('good.txt'), patch('good.txt'));
  expect(turn.output).toContain('good.txt');
});

test.each([
  ['other arguments', patch('evil.txt')],
  ['another action', '@workspace_write {"path":"evil.txt","content":"x"}'],
])('and for no other: a harness that asks for %s when it is driven again gets nothing done', async (_, again) => {
  const { session, turn } = await drivenAgain(patch('good.txt'), again);
  const events = await eventsOf(house, session);
  expect(events.filter(({ type }) => type === 'dispatch.start')).toEqual([]);
  expect(turn).toMatchObject({ output: null, errorCode: 'resume_diverged' });
  const { verdicts } = await get<Report>(house, `/api/v1/runs/${session}/verification`);
  expect(verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
});
