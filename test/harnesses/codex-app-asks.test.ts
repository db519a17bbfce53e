/** A real app-server that asks before it acts: its requests reach the inbox, and what people decide goes back. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Wire } from '@runseal/api/client';
import { eventsOf, openHouse, sealed, show, submit, until, type House } from '../integration/api-house.ts';
import { BRIDGE_NAMESPACE, CODEX } from './cli/codex.ts';
import { demandInstalled } from './contract.ts';
import { conformance } from './episode.ts';
import { answer, raw, say, startScriptedModel, type ScriptedModel } from './scripted-model.ts';

let model: ScriptedModel;
let house: House;

const exec = (cmd: string) =>
  answer(raw({ type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd }) }));
const QUESTION = {
  ...{ id: 'q', header: 'Colour', question: 'Which colour?' },
  options: [
    { label: 'red', description: 'warm' },
    { label: 'blue', description: 'cold' },
  ],
};
const PATCH = '*** Begin Patch\n*** Add File: made-by-codex\n+x\n*** End Patch\n';

beforeAll(async () => {
  await demandInstalled(CODEX);
  model = await startScriptedModel({
    scenario: [
      answer(conformance(BRIDGE_NAMESPACE)),
      exec('touch /tmp/a && echo approved-$((40+2))'),
      exec('touch /tmp/b && echo denied-$((40+2))'),
      answer(raw({ type: 'custom_tool_call', name: 'apply_patch', input: PATCH })),
      answer(
        raw({
          type: 'function_call',
          name: 'request_user_input',
          arguments: JSON.stringify({ questions: [QUESTION] }),
        }),
      ),
      answer(say('I asked for all of it.')),
    ],
  });
  house = await openHouse(CODEX.env(model));
  await house.worker();
});
afterAll(async () => {
  await house?.close();
  await model?.close();
});

type Pending = Wire<'ApprovalPage'>['items'][number];

/** The one request that waits now, or will. */
async function pending(run: string): Promise<Pending> {
  for (;;) {
    const page = (await (await house.ask(`/api/v1/approvals?run=${run}&state=pending`)).json()) as Wire<'ApprovalPage'>;
    if (page.items[0] !== undefined) return page.items[0];
    if ((await show(house, run)).sealed) throw new Error('The run ended and asked for nothing more.');
    await pause(25);
  }
}

async function decide({ approval }: Pending, decision: 'approve' | 'deny', reason = `I ${decision}`): Promise<string> {
  const detail = (await (await house.ask(`/api/v1/approvals/${approval}`)).json()) as Wire<'ApprovalDetail'>;
  const response = await house.ask(`/api/v1/approvals/${approval}/decision`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ decision, reason, argumentsCommitment: detail.argumentsCommitment }),
  });
  expect(response.status).toBe(200);
  return detail.arguments!.text;
}

it('runs what was approved, nothing of what was denied, is told the answer to its question, and says who decided', async () => {
  const policy = { required: 1 };
  const run = await submit(house, {
    objective: 'Act by yourself.',
    harness: 'codex-app',
    profile: 'contained',
    model: CODEX.model,
    containmentFloor: 'kernel',
    grant: ['workspace_read', 'allow_command', 'allow_file_change', 'answer_question'],
    approvals: { allow_command: policy, allow_file_change: policy, answer_question: policy },
  });
  const first = await pending(run);
  expect(first).toMatchObject({ action: 'allow_command', harness: 'codex-app', call: 1 });
  expect(await decide(first, 'approve')).toContain('approved-');
  expect(await decide(await pending(run), 'deny')).toContain('denied-');
  const change = await pending(run);
  expect(change.action).toBe('allow_file_change');
  expect(await decide(change, 'deny')).toContain('made-by-codex');
  const question = await pending(run);
  expect(question.action).toBe('answer_question');
  expect(JSON.parse(await decide(question, 'approve', 'blue, as ever'))).toEqual({
    question: 'Which colour?',
    options: ['red', 'blue'],
  });
  expect(await until(house, run, sealed, 60_000)).toMatchObject({ state: 'completed', errorCode: null });

  const { input } = model.turns.at(-1)!.body as { input: { output?: unknown }[] };
  const told = input.flatMap(({ output }) => (output === undefined ? [] : [JSON.stringify(output)]));
  expect(told).toEqual([
    expect.stringContaining('Conformant'),
    expect.stringContaining('approved-42'),
    expect.stringContaining('rejected by user'),
    expect.stringContaining('rejected by user'),
    expect.stringContaining('blue, as ever'),
  ]);
  const events = await eventsOf(house, run);
  const of = (type: string) => events.filter((event) => event.type === type).map(({ payload }) => payload);
  expect(of('approval.decided').map(({ call, decision }) => [call, decision])).toEqual([
    [1, 'approved'],
    [2, 'denied'],
    [3, 'denied'],
    [4, 'approved'],
  ]);
  expect(of('dispatch.start').map(({ call, action }) => [call, action])).toEqual([
    [1, 'allow_command'],
    [4, 'answer_question'],
  ]);
  expect(of('dispatch.rejected').map(({ call, reason }) => [call, reason])).toEqual([
    [2, 'approval_denied'],
    [3, 'approval_denied'],
  ]);
  expect(of('run.opened')[0]).toMatchObject({ profile: 'contained', enforcement_probe: { complete: true } });
});
