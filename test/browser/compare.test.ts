import { readFile } from 'node:fs/promises';
import type { Wire } from '@runseal/api/client';
import { calls, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
let left: string;
let right: string;
beforeAll(async () => {
  dashboard = await openDashboard();
  const { house } = dashboard;
  const wrote = (content: string) =>
    calls(['workspace_write', { path: 'a.txt', content }], ['workspace_read', { path: 'a.txt' }]);
  left = await submit(house, { objective: wrote('one\ntwo') });
  right = await submit(house, { objective: wrote('one\nthree'), harness: 'reference' });
  await until(house, left, sealed);
  await until(house, right, sealed);
});
afterAll(() => dashboard.close());

test('two runs stand side by side: how both came out, and what differs in a call', async () => {
  const page = await dashboard.enter(`/compare?left=${left}&right=${right}`);
  await page.getByText('Compared by this server, and only its word').waitFor();
  await page.getByText('denied: Switched off.').waitFor();
  const facts = page.getByRole('table', { name: 'How both came out' });
  await facts.getByRole('row', { name: /^Contained by/ }).waitFor();
  await facts.getByRole('row', { name: /^Cost no prices named/ }).waitFor();
  const dispatches = page.getByRole('table', { name: 'Dispatches, call beside call' });
  await dispatches.getByRole('button', { name: 'show arguments' }).first().click();
  const difference = page.getByRole('region', { name: 'How the arguments differ' });
  await difference.waitFor();
  expect(await difference.locator('[data-mark="-"]').innerText()).toContain('two');
  expect(await difference.locator('[data-mark="+"]').innerText()).toContain('three');
  expect(dashboard.complaints).toEqual([]);
});

test('the comparison leaves as JSON that says what the page says', async () => {
  const page = await dashboard.enter(`/compare?left=${left}&right=${right}`);
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export JSON' }).click();
  const comparison = JSON.parse(await readFile(await (await started).path(), 'utf8')) as Wire<'Comparison'>;
  expect([comparison.left.run, comparison.right.run]).toEqual([left, right]);
  expect(comparison.facts.left.checks).toEqual([]);
  for (const sentence of comparison.sentences) await page.getByText(sentence, { exact: true }).waitFor();
});
