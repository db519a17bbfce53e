import type { Page } from 'playwright-core';
import { calls, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';
import { faults, overPhone } from './faults.ts';

let dashboard: Dashboard;
let parked: string;
beforeAll(async () => {
  dashboard = await openDashboard();
  const { house } = dashboard;
  parked = await submit(house, {
    objective: calls(['workspace_write', { path: 'plan.txt', content: 'one' }]),
    approvals: { workspace_write: {} },
  });
  await until(house, parked, ({ awaitingApproval }) => awaitingApproval);
});
afterAll(() => dashboard.close());

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Not up to date' });

/** Every answer of the API to this page is this one from now on; null takes the network away. */
async function answerAll(page: Page, status: number | null): Promise<void> {
  await page.route('**/api/v1/**', (route) =>
    status === null
      ? route.abort('internetdisconnected')
      : route.fulfill({
          status,
          contentType: 'application/problem+json',
          body: JSON.stringify({ status, code: 'test_refusal', title: 'Refused', detail: 'Not just now.' }),
        }),
  );
}

test.each([500, 429, null])('a run page that is told %s in the midst of use keeps what it shows', async (status) => {
  const page = await dashboard.enter(`/runs/${parked}`);
  await page.getByRole('link', { name: /^Decide:/ }).waitFor();
  await page.getByRole('button', { name: 'Halt', exact: true }).click();
  await page.getByLabel('Reason').fill('half a sent');
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await answerAll(page, status);
  await notice(page).waitFor();
  expect(await page.getByLabel('Reason').inputValue()).toBe('half a sent');
  await page.getByRole('list', { name: 'Events' }).getByText('approval.requested').waitFor();
  expect(await page.locator('main').getByRole('alert').count()).toBe(0);
  // It lies at the foot: what is above stays where it is.
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThanOrEqual(height);
  await page.keyboard.press('Escape');
  expect(await faults(page)).toEqual([]);
  expect(await overPhone(page)).toBe(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await notice(page).getByRole('button', { name: 'Ask again' }).click();
  await notice(page).waitFor({ state: 'detached' });
});

test('a list that cannot be asked again stays, and says since when it may be old', async () => {
  const page = await dashboard.enter('/approvals');
  await page.locator('[data-approval]').first().waitFor();
  await answerAll(page, 500);
  await notice(page)
    .getByText(/Last answer: .+ [A-Z]{3}/)
    .waitFor();
  await page.locator('[data-approval]').first().waitFor();
  expect(await page.locator('main').getByRole('alert').count()).toBe(0);
});

test('whose sign-in ends keeps what was typed, signs in beside it, and goes on', async () => {
  const page = await dashboard.enter('/goals/new');
  const objective = page.getByRole('textbox', { name: 'Objective' });
  await objective.fill('written for an hour');
  await page.getByRole('radio', { name: /echo/ }).check();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Submit the goal' }).click();
  await notice(page).getByText('Your sign-in has ended').waitFor();
  expect(new URL(page.url()).pathname).toBe('/goals/new');
  const [beside] = await Promise.all([
    page.context().waitForEvent('page'),
    notice(page).getByRole('link', { name: 'Sign in again' }).click(),
  ]);
  await beside.getByLabel('Access key').fill(dashboard.house.key);
  await beside.getByRole('button', { name: 'Sign in' }).click();
  await beside.waitForURL('**/goals/new');
  await page.bringToFront();
  await notice(page).getByRole('button', { name: 'Ask again' }).click();
  await notice(page).waitFor({ state: 'detached' });
  expect(await objective.inputValue()).toBe('written for an hour');
  await page.getByRole('button', { name: 'Submit the goal' }).click();
  await page.waitForURL('**/runs/*');
});

test('signing out on one page leaves no other page of this browser open', async () => {
  const page = await dashboard.enter('/runs');
  await page.getByRole('table').waitFor();
  const other = await page.context().newPage();
  await other.goto(`${dashboard.web.url}/ledger`);
  await other.getByRole('heading', { name: 'Ledger' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  await other.waitForURL('**/login');
});

test('a run that ended without a seal is not said to be live, nor to wait for a check', async () => {
  const { house } = dashboard;
  const run = await submit(house, { objective: 'hello' });
  await until(house, run, sealed);
  const page = await dashboard.enter(null);
  await page.route(`**/api/v1/runs/${run}`, async (route) => {
    const answer = await route.fetch();
    const detail = (await answer.json()) as object;
    await route.fulfill({ json: { ...detail, sealed: false, seal: null, vouches: null, state: 'failed' } });
  });
  await page.route(`**/api/v1/runs/${run}/seal`, (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 409, code: 'x', title: 'x', detail: 'The signer is away.' }),
    }),
  );
  await page.goto(`${dashboard.web.url}/runs/${run}`);
  await page.locator('[data-verdict="integrity"]').getByText('no seal to check').waitFor();
  expect(await page.getByText('not checked here yet').count()).toBe(0);
  await page.getByRole('button', { name: 'Seal' }).click();
  await page.getByRole('alert').getByText('Not sealed: The signer is away.').waitFor();
});

test('nothing broke on the way', () => {
  expect(dashboard.complaints).toEqual([]);
});
