/** A real app-server whose commands fill its home, and one whose key is refused: what the run ends as, and what is left. */
import { readdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOf, openHouse, sealed, submit, until, type House } from '../integration/api-house.ts';
import { killRest, run as start, said } from '../integration/api-process.ts';
import { BRIDGE_NAMESPACE, CODEX } from './cli/codex.ts';
import { demandInstalled } from './contract.ts';
import { conformance, KEY } from './episode.ts';
import { answer, raw, say, startScriptedModel, status, type ScriptedModel, type Step } from './scripted-model.ts';

let model: ScriptedModel;
let house: House;

beforeAll(() => demandInstalled(CODEX));
afterEach(async () => {
  killRest();
  await house?.close();
  await model?.close();
});

const exec = (cmd: string) =>
  answer(raw({ type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd }) }));

const GOAL = {
  ...{ objective: 'Act by yourself.', harness: 'codex-app', model: CODEX.model, containmentFloor: 'kernel' },
  grant: ['workspace_read', 'allow_command'],
};

/** The worker is a process of its own, so that its log is all of its log. */
async function drive(scenario: readonly Step[], goal: object) {
  model = await startScriptedModel({ scenario });
  house = await openHouse(CODEX.env(model));
  const worker = start('worker-main', { env: { ...house.env, RUNSEAL_LOG_LEVEL: 'trace' } });
  await said(worker, 'worker ready');
  const run = await submit(house, { ...GOAL, ...goal });
  const detail = await until(house, run, sealed, 100_000);
  return { run, detail, worker, events: await eventsOf(house, run) };
}

/** All that an episode leaves on the disk of its run. */
const left = async (run: string): Promise<readonly string[]> => {
  const folder = join(house.dataDir, 'runs', run);
  return existsSync(folder) ? readdir(folder, { recursive: true }) : [];
};

it('is stopped when its commands fill its home, and the home is gone with all that lay there', async () => {
  // Its home is the one writable folder of the host that it sees; a file alone is bounded by the kernel.
  const fill = [
    'cd "$(grep -o "/[^ ]*/episode-[^ ]*" /proc/self/mounts | head -1)"',
    'for i in 1 2 3 4; do fallocate -l 400M big-$i || head -c 400M /dev/zero > big-$i; done',
    'sleep 300',
  ].join('\n');
  const filling = [answer(conformance(BRIDGE_NAMESPACE)), exec(fill), answer(say('It fits.'))];
  const { run, detail, events } = await drive(filling, { profile: 'contained' });
  expect(detail).toMatchObject({ state: 'failed', errorCode: 'home_full' });
  expect(events.find(({ type }) => type === 'episode.ended')!.payload).toMatchObject({
    ...{ failed: true, error_class: 'home_full', children_survived: 0, final: null },
    // Asked to stop, it may still say a last word before the rest is killed.
    completion: expect.stringMatching(/^(killed|terminal_frame)$/) as unknown,
  });
  expect((await left(run)).filter((name) => /episode-|big-/.test(name))).toEqual([]);
});

it('shows its key nowhere when the provider refuses it: no event, content, error, log or file', async () => {
  const refused = status(401, `Incorrect API key provided: ${KEY}.`, 'invalid_api_key', 'authentication_error');
  const { run, detail, worker, events } = await drive([refused], { gateway: false });
  expect(detail).toMatchObject({ state: 'failed', errorCode: 'harness_failed' });
  expect(detail.error).toMatch(/401|API key/);
  const contents = await (await house.ask(`/api/v1/runs/${run}/contents`)).text();
  expect(contents.length).toBeGreaterThan(1000);
  const decoded = contents
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Buffer.from((JSON.parse(line) as { bytes: string }).bytes, 'base64').toString('latin1'));
  const record = Buffer.from(await (await house.ask(`/api/v1/runs/${run}/record`)).arrayBuffer()).toString('latin1');
  const told = [JSON.stringify([detail, events]), record, worker.log(), ...decoded];
  expect(worker.log()).toContain('worker ready');
  expect(told.join('\n')).toContain('[redacted]');
  expect(told.filter((text) => text.includes(KEY))).toEqual([]);
  expect((await left(run)).filter((name) => /auth\.json|episode-/.test(name))).toEqual([]);
});
