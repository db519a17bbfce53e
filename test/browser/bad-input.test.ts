import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());

test('a key nobody knows is refused beside the field, and no session begins', async () => {
  const page = await dashboard.visit('/login');
  await page.getByLabel('Access key').fill('rsk_of_nobody');
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/api/v1/session') && response.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(((await (await answer).json()) as { code: string }).code).toBe('key_invalid');
  await page.locator('[aria-invalid="true"]').waitFor();
  expect(await page.context().cookies()).toEqual([]);
});

test('after signing in, a link that points elsewhere leads to the overview', async () => {
  const page = await dashboard.visit('/login?next=https://elsewhere.example/');
  await page.getByLabel('Access key').fill(dashboard.house.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${dashboard.web.url}/overview`);
});

test('what the API refuses lands on the fields it is about', async () => {
  const page = await dashboard.enter('/goals/new');
  await page.getByRole('textbox', { name: 'Objective' }).fill('Do it.');
  await page.getByRole('radio', { name: /^Echo/ }).check();
  await page.getByLabel('Steps').fill('5000');
  await page.getByRole('button', { name: 'Write a file' }).click();
  await page.getByRole('button', { name: 'Submit the goal' }).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
  expect(await page.getByLabel('Steps').getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('group', { name: 'Files in the workspace' }).getByText('0.path').waitFor();
  expect(new URL(page.url()).pathname).toBe('/goals/new');
});

test('a harness that is not ready cannot be chosen and says why', async () => {
  const page = await dashboard.enter('/goals/new');
  expect(await page.getByRole('radio', { name: /^Chat/ }).isDisabled()).toBe(true);
  await page.getByText('Not ready:').first().waitFor();
});

test('a run that is not there is said to be unknown, with its code', async () => {
  const page = await dashboard.enter('/runs/01a227b3-0000-7000-8000-000000000000');
  await page.getByText('run_unknown').first().waitFor();
});
