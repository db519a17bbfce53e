import { calls, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());

const objective = calls(['workspace_write', { path: 'a.txt', content: 'x' }]);

test('an empty house says how the first run comes about', async () => {
  const page = await dashboard.enter('/');
  await page.waitForURL('**/overview');
  await page.getByText('No runs yet').waitFor();
});

test('what needs eyes comes first: a call that waits, a ledger nobody witnesses, a run that was halted', async () => {
  const { house } = dashboard;
  const parked = await submit(house, { objective, approvals: { workspace_write: {} } });
  const halted = await submit(house, { objective, approvals: { workspace_write: {} } });
  await until(house, parked, ({ awaitingApproval }) => awaitingApproval);
  await until(house, halted, ({ awaitingApproval }) => awaitingApproval);
  await house.ask(`/api/v1/runs/${halted}/halt`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'no longer wanted' }),
  });
  await until(house, halted, sealed);
  const page = await dashboard.enter('/overview');
  const concerns = page.locator('[data-concern]');
  await concerns.filter({ hasText: 'Halted' }).waitFor();
  await concerns.filter({ hasText: 'Unwitnessed' }).waitFor();
  expect(await concerns.first().textContent()).toContain('Waits for approval');
  await page.locator('[data-witnessed="no"]').waitFor();
  await page.getByRole('table', { name: 'Harnesses side by side' }).getByRole('link', { name: 'echo' }).waitFor();
  await concerns.filter({ hasText: 'Halted' }).getByRole('link').click();
  await page.waitForURL(`**/runs/${halted}`);
  expect(dashboard.complaints).toEqual([]);
});
