/** What the model gateway is worth, as an engineer sees it: the same episode of the real codex, led through it and past it. */
import { sealed, submit, until } from '../integration/api-house.ts';
import { BRIDGE_NAMESPACE, CODEX } from '../harnesses/cli/codex.ts';
import { demandInstalled } from '../harnesses/contract.ts';
import { conformance } from '../harnesses/episode.ts';
import { answer, call, say, startScriptedModel, type ScriptedModel } from '../harnesses/scripted-model.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let model: ScriptedModel;
let dashboard: Dashboard;
let through: string;
let past: string;
beforeAll(async () => {
  await demandInstalled(CODEX);
  const episode = [
    answer(conformance(BRIDGE_NAMESPACE)),
    answer(call('workspace_write', { path: 'a.txt', content: 'a' }, BRIDGE_NAMESPACE)),
    answer(say('Done.')),
  ];
  model = await startScriptedModel({ scenario: [...episode, ...episode] });
  dashboard = await openDashboard({ env: { ...CODEX.env(model) } });
  const { house } = dashboard;
  const driven = async (gateway: boolean): Promise<string> => {
    const goal = {
      objective: 'Write a.txt.',
      harness: 'codex',
      model: CODEX.model,
      containmentFloor: 'kernel',
      gateway,
    };
    const run = await submit(house, goal);
    expect(await until(house, run, sealed, 100_000)).toMatchObject({ state: 'completed', errorCode: null });
    return run;
  };
  through = await driven(true);
  past = await driven(false);
}, 240_000);
afterAll(async () => {
  await dashboard?.close();
  await model?.close();
});

test('the comparison says in words what the gateway saw and what nobody saw without it', async () => {
  const page = await dashboard.enter(`/compare?left=${through}&right=${past}`);
  const words = page.getByRole('region', { name: 'The difference in words' });
  await words.getByText('Both runs made the same 1 tool call in the same order.').waitFor();
  const said = await words.innerText();
  expect(said).toMatch(/Only the right run has gaps in: .*model calls.*\./);
  expect(said).toMatch(/^Model calls: .*bridged.* on the left, .*open.* on the right\.$/m);
  expect(said).not.toContain('Only the left run has gaps');
  await page.getByText('its 3 model calls were recorded on the way', { exact: false }).waitFor();
  await page
    .getByText('its model calls, context changes and network traffic were not seen', { exact: false })
    .waitFor();
  expect(dashboard.complaints).toEqual([]);
});

test('gaps, surfaces and tokens stand side by side, with the gateway and without', async () => {
  const page = await dashboard.enter(`/compare?left=${through}&right=${past}`);
  const cellsOf = async (table: string, row: string): Promise<string[]> => {
    const found = page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: row });
    return (await found.getByRole('cell').allInnerTexts()).map((text) => text.trim().split('\n').at(-1)!);
  };
  await page.getByRole('table', { name: 'Gaps by surface' }).waitFor();
  expect((await cellsOf('Gaps by surface', 'model calls')).slice(-2)).toEqual(['0', '1']);
  expect((await cellsOf('Gaps by surface', 'context')).slice(-2)).toEqual(['1', '1']);
  expect((await cellsOf('What held each surface', 'model calls')).slice(-2)).toEqual(['bridged', 'open']);
  expect((await cellsOf('What held each surface', 'egress')).slice(-2)).toEqual(['denied', 'contained']);
  const facts = 'How both came out';
  expect((await cellsOf(facts, 'Tokens on the record')).slice(-2)).toEqual(['300 in, 30 out', 'not said']);
  expect((await cellsOf(facts, "Tokens by the harness's account")).at(-1)).toBe('300 in, 30 out');
});
