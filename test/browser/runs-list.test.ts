import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { calls, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
let native: string;
let external: string;
beforeAll(async () => {
  dashboard = await openDashboard();
  const { house } = dashboard;
  const objective = calls(['workspace_write', { path: 'a.txt', content: 'x' }]);
  native = await submit(house, { objective: `Zebra first. ${objective}` });
  external = await submit(house, { objective, harness: 'reference' });
  await until(house, native, sealed);
  await until(house, external, sealed);
});
afterAll(() => dashboard.close());

const rows = (page: Page) => page.getByRole('table', { name: 'Runs, newest first' }).locator('tbody tr');
const shown = async (page: Page, many: number): Promise<void> => {
  await rows(page)
    .nth(many - 1)
    .waitFor();
  await rows(page).nth(many).waitFor({ state: 'detached' });
};

test('every condition of an address narrows the list, is told in words, and can be taken away', async () => {
  const page = await dashboard.enter('/runs?gap=egress&share=less&tool=workspace_write&principal=ana-auditor');
  await page.getByText('gap: egress').waitFor();
  await shown(page, 1);
  await rows(page).getByText('reference').first().waitFor();
  await page.locator('[data-condition="gap"]').click();
  await page.waitForURL((url) => !url.search.includes('gap='));
  await page.getByRole('button', { name: 'Take all away' }).click();
  await page.waitForURL((url) => url.search === '');
  await shown(page, 2);
  await page.getByText('More filters').click();
  await page.getByRole('combobox', { name: 'Enforced share' }).selectOption('all enforced');
  await page.waitForURL(/share=all/);
  await shown(page, 1);
  await page.keyboard.press('Escape');
  await page.getByLabel('Words of the objective, or the start of a run id').fill('zeb');
  await page.waitForURL(/q=zeb/);
  await shown(page, 1);
  expect(dashboard.complaints).toEqual([]);
});

test('whoever types and goes elsewhere at once is not pulled back', async () => {
  const page = await dashboard.enter('/runs');
  await shown(page, 2);
  await page.getByLabel('Words of the objective, or the start of a run id').fill('zeb');
  await page.getByRole('link', { name: 'New goal' }).last().click();
  await page.getByRole('heading', { name: 'New goal', level: 1 }).waitFor();
  await page.getByRole('textbox', { name: 'Objective' }).fill('Still here.');
  expect(new URL(page.url()).pathname).toBe('/goals/new');
});

test('an address that asks for what there is not is told what is wrong with it', async () => {
  const page = await dashboard.enter('/runs?verdict=green');
  await page.getByRole('alert').getByText('request_invalid').waitFor();
});

test('a view is saved under a name, comes back after a reload, and goes to another browser as a file', async () => {
  const page = await dashboard.enter('/runs?gap=egress');
  await shown(page, 1);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('Save this filter as').fill('blind to egress');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved as “blind to egress”.').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await (await download).path();

  const other = await dashboard.enter('/runs');
  await shown(other, 2);
  await other.getByRole('button', { name: 'Saved views' }).click();
  await other.locator('input[type="file"]').setInputFiles({
    name: 'views.json',
    mimeType: 'application/json',
    buffer: await readFile(file),
  });
  await other.getByText('1 view taken in.').waitFor();
  await other.reload();
  await other.getByRole('button', { name: 'Saved views' }).click();
  await other.getByRole('link', { name: 'blind to egress' }).click();
  await other.waitForURL(/gap=egress/);
  await shown(other, 1);
});

test('the file of a list holds exactly the runs the list shows', async () => {
  const page = await dashboard.enter('/runs?gap=egress');
  await shown(page, 1);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.match(/^[0-9a-f-]{36},/gm)).toEqual([`${external},`]);
});

test('two picked runs lead to their comparison', async () => {
  const page = await dashboard.enter('/runs');
  await shown(page, 2);
  await page.getByRole('checkbox', { name: new RegExp(native) }).check();
  await page.getByRole('checkbox', { name: new RegExp(external) }).check();
  await page.getByRole('link', { name: 'Compare the two picked' }).click();
  await page.waitForURL(new RegExp(`/compare\\?left=(${native}|${external})&right=`));
});

test('each sum of the overview leads to the runs it is made of', async () => {
  const page = await dashboard.enter('/overview');
  await page.locator('[data-protection="absent"]').waitFor();
  await page
    .getByRole('list', { name: 'Tier mix by day' })
    .getByRole('link', { name: /2 runs/ })
    .waitFor();
  await page
    .getByRole('table', { name: 'Gaps by surface' })
    .getByRole('row', { name: /egress/ })
    .getByRole('link', { name: 'every run' })
    .click();
  await page.waitForURL(/harness=reference&gap=egress/);
  await shown(page, 1);
});

test('a word of the glossary is told on hover and on focus, and Escape closes it', async () => {
  const page = await dashboard.enter('/overview');
  const word = page.locator('[data-term="gap"]').first();
  const tip = page.getByRole('tooltip').filter({ hasText: 'A declared blind spot' }).first();
  await word.hover();
  await tip.waitFor();
  await page.mouse.move(0, 0);
  await tip.waitFor({ state: 'hidden' });
  await word.focus();
  await tip.waitFor();
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'hidden' });
  await page.goto(`${dashboard.web.url}/glossary#witness`);
  await page.locator('#witness').getByText('A party apart from the operator').waitFor();
});

test('a run that comes on top waits to be asked for, so that no row moves beneath the pointer', async () => {
  const { house } = dashboard;
  const parked = await submit(house, {
    objective: calls(['workspace_write', { path: 'a.txt', content: 'x' }]),
    approvals: { workspace_write: {} },
  });
  await until(house, parked, ({ awaitingApproval }) => awaitingApproval);
  // One that goes on, so that the list keeps asking.
  const page = await dashboard.enter('/runs');
  const top = page.getByRole('table').getByRole('row').nth(1);
  await top.getByRole('link').waitFor();
  const before = await top.getByRole('link').getAttribute('href');
  const place = await top.boundingBox();
  await submit(house, { objective: 'I come later.' });
  const newer = page.getByRole('button', { name: '1 newer' });
  await newer.waitFor();
  expect(await top.getByRole('link').getAttribute('href')).toBe(before);
  expect(await top.boundingBox()).toEqual(place);
  await newer.click();
  await page.getByRole('link', { name: 'I come later.' }).waitFor();
  expect(await newer.count()).toBe(0);
});
