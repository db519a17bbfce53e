import { calls, sealed, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());

test('a goal from a template is bounded, run dry, told what it would come to, and starts only when it is submitted', async () => {
  const page = await dashboard.enter('/goals/new');
  await page.getByRole('button', { name: 'Start from a template' }).click();
  await page.getByRole('menuitem', { name: /^Read only/ }).click();
  await page
    .getByRole('textbox', { name: 'Objective' })
    .fill(calls(['workspace_read', { path: 'docs/a.md' }], ['workspace_read', { path: 'secret.txt' }]));
  await page.getByRole('radio', { name: /^Reference/ }).check();
  await page.getByText('Bounds and approval of workspace_read').click();
  const bounds = page.locator('[data-bounds="workspace_read"]');
  await bounds.getByLabel('Only these paths').fill('docs/**');
  await bounds.getByLabel('Arguments must satisfy').fill('{');
  await bounds.getByText('This is no JSON').waitFor();
  expect(await page.getByRole('button', { name: 'Submit the goal' }).isDisabled()).toBe(true);
  await bounds.getByLabel('Arguments must satisfy').fill('{"properties":{"path":{"maxLength":40}}}');

  await page.getByRole('button', { name: 'Dry run' }).click();
  const plan = page.locator('[data-plan]');
  await plan.getByText('paths docs/**; arguments after {"properties":{"path":{"maxLength":40}}}').waitFor();
  await plan.getByText(/^Refused: .*workspace_write/).waitFor();
  await plan.getByText('At most 16 steps', { exact: false }).waitFor();
  await plan.getByText('This host enforces', { exact: false }).waitFor();
  await plan.locator('dt', { hasText: 'model calls' }).waitFor();
  expect(((await (await dashboard.house.ask('/api/v1/runs')).json()) as { items: unknown[] }).items).toEqual([]);

  await page.getByLabel('Steps').fill('17');
  await plan.getByText('The form was changed since').waitFor();
  await page.getByRole('button', { name: 'Submit the goal' }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
  const run = new URL(page.url()).pathname.split('/').at(-1)!;
  const detail = await until(dashboard.house, run, sealed);
  expect(detail.grantScopes).toEqual([
    { action: 'workspace_read', paths: ['docs/**'], arguments: { properties: { path: { maxLength: 40 } } } },
  ]);
  expect(dashboard.complaints).toEqual([]);
});

test('a dry run of a goal that would be refused names everything in the way', async () => {
  const page = await dashboard.enter('/goals/new');
  await page.getByRole('textbox', { name: 'Objective' }).fill('Do it.');
  await page.getByRole('radio', { name: /^Reference/ }).check();
  await page.getByRole('combobox', { name: 'Containment, at least' }).selectOption('microvm');
  await page.getByText('Stop condition, guidance', { exact: false }).click();
  await page.getByLabel('Budget pool').fill('none-such');
  await page.getByRole('button', { name: 'Dry run' }).click();
  const plan = page.locator('[data-plan="refused"]');
  await plan.getByText('pool_unknown').waitFor();
  await plan.getByText('containment_unavailable').waitFor();
});

test('the form kept as a template comes back after a reload', async () => {
  const page = await dashboard.enter('/goals/new');
  await page.getByRole('textbox', { name: 'Objective' }).fill('Mine to keep.');
  await page.getByRole('button', { name: 'Keep this form as yours' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Start from a template' }).click();
  await page.getByRole('menuitem', { name: /^Yours/ }).click();
  expect(await page.getByRole('textbox', { name: 'Objective' }).inputValue()).toBe('Mine to keep.');
});
