/** A sealed run whose external episode printed lines of codex about what it did by itself. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processSandbox, systemMounts } from '@runseal/dispatch';
import { codexAdapter, externalDriver, type Adapter } from '@runseal/externagent';
import { openTestRun, type TestRun } from '@runseal/harness/testing';
import { commitContent, draftOf, type PayloadOf } from '@runseal/spine';
import { connect, openStore } from '@runseal/spine/postgres';
import { sealed, submit, until, type House } from './api-house.ts';

const done = (item: object) => ({ type: 'item.completed', item: { id: 'item_0', status: 'completed', ...item } });
/** All of it about a person. */
export const LINES = [
  { type: 'thread.started', thread_id: 'thread-1' },
  done({ type: 'command_execution', command: 'mail Anna Muster <letters/Muster.txt', aggregated_output: 'to Muster' }),
  done({ type: 'file_change', changes: [{ kind: 'add', path: 'letters/AnnaMuster.txt' }] }),
  done({ type: 'web_search', query: 'site:muster.example Anna Muster' }),
  done({ type: 'mcp_tool_call', server: 'crm', tool: 'find', error: { message: 'no Anna Muster here' } }),
  done({ type: 'agent_message', text: 'I wrote to Anna Muster.' }),
];

/** Prints what codex would, and is read as codex is. */
function printer(stream: string): Adapter {
  return {
    ...{ name: 'codex', title: 'Codex', vendor: 'OpenAI', version: '0', profiles: ['strict'], needsModel: true },
    enforcement: { strict: { dispatch: 'bridged' } },
    minimumContainment: 'process',
    detect: () =>
      Promise.resolve({ available: true, loggedIn: true, version: '0', reason: '', refuse: false, code: null }),
    command: () =>
      Promise.resolve({
        ...{ path: '/bin/cat', args: [stream], env: {}, stdin: '', lastMessageFile: null, reach: [], secrets: [] },
        mounts: systemMounts(),
      }),
    parse: (line) => codexAdapter().parse(line),
  };
}

/** A run of this house whose episode prints the lines, sealed by its API. */
export async function printedRun(house: House): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'printed-run-'));
  const printing = await openTestRun({ sandbox: processSandbox(), objective: 'Print.', model: 'gpt-5.5' });
  try {
    return await printed(house, { ...printing, folder });
  } finally {
    await printing.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function printed(
  house: House,
  { context, folder }: Pick<TestRun, 'context'> & { folder: string },
): Promise<string> {
  const stream = join(folder, 'stream.jsonl');
  await writeFile(stream, LINES.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const run = await submit(house, { objective: 'Print.', harness: 'reference' });
  const sql = connect(house.database.serviceUrl, { max: 2 });
  try {
    const writer = await openStore({ sql }).takeOver(run);
    const goal = commitContent(Buffer.from('{}'), 'application/json');
    await writer.append(
      draftOf('run.opened', 'system', opened(run, goal.ref), { contents: [goal] }),
      draftOf('goal.submitted', 'human', { principal: 'ana-auditor', goal: goal.ref }),
    );
    await externalDriver(printer(stream), processSandbox()).run({ ...context, recorder: writer });
    await writer.append(
      draftOf('outcome.recorded', 'system', { result: 'completed', reason: 'it printed', steps: 1, final: null }),
    );
  } finally {
    await sql.end();
  }
  await house.owner`update runseal.goal set state = 'completed', ended_at = now() where run = ${run}`;
  expect((await house.ask(`/api/v1/runs/${run}/seal`, { method: 'POST' })).status).toBe(200);
  await until(house, run, sealed);
  return run;
}

const opened = (run: string, goal: PayloadOf['goal.submitted']['goal']): PayloadOf['run.opened'] => ({
  ...{ run, workspace: 'test', goal_commitment: goal.commitment, objective: goal, harness: 'codex' },
  ...{ harness_kind: 'external', adapter_version: '1', cli_version: '0', model: 'gpt-5.5', grant: [] },
  ...{ limits: { max_steps: 1 }, containment_floor: 'process', profile: 'strict', software_version: '0.1.0' },
  enforcement_profile: { dispatch: 'bridged' },
});
