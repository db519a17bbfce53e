/** What was looked for, allowed, asked, answered and refused in words leaves with the content: no event keeps any of it. */
import { createApi, startWorker } from '@runseal/api';
import type { Wire } from '@runseal/api/client';
import { permissionTools, workspaceTools, type Tool } from '@runseal/dispatch';
import type { Report } from '@runseal/spine';
import { connect } from '@runseal/spine/postgres';
import { eventsOf, openHouse, sealed, submit, until, type House } from './api-house.ts';
import { decide, gated, keyOf, pendingOf } from './approvals-house.ts';
import { erase, get, storedIn, toldIn } from './erased-words.ts';
import { startModel, type ModelEndpoint } from './model-endpoint.ts';
import { ODD, startHarness, type PythonHarness } from './python-harness.ts';
import { open, post, say, turnsOf } from './sessions-house.ts';

const WORD = 'Muster';
const QUESTION = { question: 'Is it Anna Muster?', options: ['Muster it is', 'nobody'] };
const OBJECTIVE = [
  '!quiet',
  `@workspace_search {"pattern":"Anna Muster","path":"."}`,
  `@allow_command {"command":"mail Anna Muster","cwd":"/w"}`,
  `@allow_command {"command":"mail Bert Muster","cwd":"/w"}`,
  `@answer_question ${JSON.stringify(QUESTION)}`,
  `@workspace_search {"pattern":"x","Muster":1}`,
  `@tell_Muster! {}`,
].join('\n');
const GATED = ['allow_command', 'answer_question'];

/** As they are, but for who may ask: what they put on the record is the same. */
const tools = (): readonly Tool[] =>
  [...workspaceTools(), ...permissionTools()].map(({ asked: _, ...tool }): Tool => tool);

let model: ModelEndpoint;
let py: PythonHarness;
let house: House;
let stop: () => Promise<void>;

beforeAll(async () => {
  model = await startModel();
  py = await startHarness(ODD, { DESCRIPTOR: JSON.stringify({ tools: [] }) });
  house = await openHouse({
    RUNSEAL_CHAT_BASE_URL: model.baseUrl,
    RUNSEAL_CHAT_API_KEY: 'k',
    RUNSEAL_CHAT_MODEL: 'm-1',
    RUNSEAL_HARNESSES: `py=${py.address}`,
  });
  await house.api.close();
  house.api = await createApi(house.config, undefined, tools);
  const worker = await startWorker(house.config, undefined, tools);
  stop = () => worker.stop({ drainMs: 0 });
});
afterAll(async () => {
  await stop();
  await house.close();
  await py.stop();
  await model.close();
});

const json = async <T>(path: string) => JSON.parse((await get(house, path)).toString()) as T;

test('words of a search, a command, a question, its answer and a refusal go with the content, from every table and export', async () => {
  const run = await submit(house, {
    harness: 'remote:py',
    model: 'm-1',
    objective: OBJECTIVE,
    grant: ['workspace_search', ...GATED],
    approvals: Object.fromEntries(GATED.map((action) => [action, { required: 1 }])),
  });
  const first = await pendingOf(house, run);
  expect(first).toMatchObject({ action: 'allow_command', scope: 'mail', about: 'mail Anna Muster' });
  await decide(house, first, { reason: 'Muster knows of it' });
  const second = await pendingOf(house, run);
  // The yes was to the other one: a scope that reads the same allows nothing.
  expect(second).toMatchObject({ action: 'allow_command', scope: 'mail', about: 'mail Bert Muster', state: 'pending' });
  await decide(house, second, { decision: 'deny', reason: 'not to Muster' });
  const asked = await pendingOf(house, run);
  expect(asked).toMatchObject({ action: 'answer_question', scope: '', about: QUESTION.question });
  await decide(house, asked, { reason: 'Muster it is, as ever' });
  await until(house, run, sealed);

  const events = await eventsOf(house, run);
  const of = (type: string) => events.filter((event) => event.type === type).map(({ payload }) => payload);
  expect(of('dispatch.start').map(({ action, scope }) => [action, scope])).toEqual([
    ['workspace_search', '.'],
    ['allow_command', 'mail'],
    ['answer_question', ''],
  ]);
  expect(of('dispatch.rejected').map(({ action, reason }) => [action, reason])).toEqual([
    ['allow_command', 'approval_denied'],
    ['workspace_search', 'arguments_invalid'],
    ['(not a name)', 'action_unknown'],
  ]);
  // Already no event holds a word of it; what does is content, and the copies of it.
  expect(await storedIn(house, WORD)).toEqual(['runseal.approval_decision', 'runseal.goal', 'spine.content']);
  expect(await toldIn(house, run, WORD)).toEqual(
    expect.arrayContaining([`runs/${run}/contents`, `approvals?run=${run}`]),
  );
  const reasons = (await json<Wire<'CallPage'>>(`runs/${run}/calls`)).items.flatMap(({ decisions }) => decisions);
  expect(reasons.map(({ reason }) => reason)).toEqual(['Muster knows of it', 'not to Muster', 'Muster it is, as ever']);
  const verdicts = async () =>
    (await json<Report>(`runs/${run}/verification`)).verdicts.map(({ name, state, code }) => [name, state, code]);
  const before = await verdicts();

  await erase(house, run, { scope: 'run' });
  expect(await storedIn(house, WORD)).toEqual([]);
  expect(await toldIn(house, run, WORD)).toEqual([]);
  expect(await verdicts()).toEqual(before);
  const inbox = (await json<Wire<'ApprovalPage'>>(`approvals?run=${run}`)).items;
  expect(inbox.map(({ about, scope }) => [about, scope]).sort()).toEqual([
    [null, ''],
    [null, 'mail'],
    [null, 'mail'],
  ]);
  expect(new Set(inbox.flatMap(({ decisions }) => decisions.map(({ reason }) => reason)))).toEqual(
    new Set(['(erased)']),
  );
  const said = (await json<Wire<'CallPage'>>(`runs/${run}/calls`)).items.flatMap(({ decisions }) => decisions);
  expect(said.map(({ reason }) => reason)).toEqual(['(erased)', '(erased)', '(erased)']);
  const answer = async (q: string) =>
    (await json<{ answer: string }>(`runs/${run}/ask?q=${encodeURIComponent(q)}`)).answer;
  expect(await answer('tool:workspace_search called')).toBe('yes');
  expect(await answer('tool:allow_command called with Muster')).toBe('cannot_say');
});

test('a scope of before, which may hold words, goes with the run and not sooner', async () => {
  const run = await submit(house, gated());
  await decide(house, await pendingOf(house, run), { reason: 'Muster asked for it' });
  await until(house, run, sealed);
  await house.owner`update runseal.approval set scope = 'mail Anna Muster' where run = ${run}`;
  await erase(house, run, { scope: 'run' });
  const service = connect(house.database.serviceUrl, { max: 1 });
  await service`select runseal.redact_scopes(${run})`;
  await service.end();
  expect(await storedIn(house, WORD)).toEqual(['runseal.approval']);
  await post(house, `/api/v1/runs/${run}/prune`, { reason: 'asked by the person', legalBasis: 'GDPR 17' });
  const confirmed = await fetch(`${house.api.url}/api/v1/runs/${run}/prune/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await keyOf(house, 'Ben Second')}` },
  });
  expect(confirmed.status).toBe(200);
  expect(await storedIn(house, WORD)).toEqual([]);
});

test('what was said in one turn of a session goes with the event that says it, and nothing of the next turn with it', async () => {
  const { session } = await open(house, { harness: 'echo' });
  await say(house, session, 'Anna Muster was here');
  await say(house, session, 'Bert Muster as well');
  await post(house, `/api/v1/sessions/${session}/close`, { reason: 'done' });
  await until(house, session, sealed);
  const said = async () => (await turnsOf(house, session)).map(({ inputs }) => JSON.stringify(inputs));
  const submitted = (await eventsOf(house, session)).filter(
    ({ type, payload }) => type === 'goal.submitted' && payload['turn'] === 1,
  );
  await erase(house, session, { scope: 'events', seqs: submitted.map(({ seq }) => seq) });
  expect(await said()).toEqual([expect.stringContaining('(erased)'), expect.stringContaining('Bert')]);
  await erase(house, session, { scope: 'run' });
  expect(await said()).toEqual([expect.stringContaining('(erased)'), expect.stringContaining('(erased)')]);
  expect(await storedIn(house, WORD)).toEqual([]);
  // Of a run that is still open the service takes nothing away, whoever asks it to.
  const { session: going } = await open(house, { harness: 'echo' });
  await say(house, going, 'Carl Muster stays');
  const service = connect(house.database.serviceUrl, { max: 1 });
  await service`select runseal.redact_turn(${going}, 1)`;
  await service.end();
  expect(JSON.stringify(await turnsOf(house, going))).toContain('Carl');
});
