/** A name in letters of another script says which they are, wherever it is shown; names that are what they seem say nothing. */
import type { Page } from 'playwright-core';
import { calls, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';
import { look, overPhone, SPOTLESS } from './faults.ts';

/** Reads "paypal.txt", with a Cyrillic а. */
const NAME = 'p\u0430ypal.txt';
/** Longer than any screen is wide, without a place to break. */
const LONG = `${'name_without_a_space_'.repeat(11)}.txt`;

let dashboard: Dashboard;
let run: string;
let parked: string;
beforeAll(async () => {
  dashboard = await openDashboard();
  const { house } = dashboard;
  const writes = [NAME, LONG, 'Отчёт.txt', '日本語のファイルABC.txt'].map(
    (path) => ['workspace_write', { path, content: 'x' }] as const,
  );
  run = await submit(house, { harness: 'reference', objective: calls(...writes) });
  parked = await submit(house, {
    objective: calls(['workspace_write', { path: NAME, content: 'x' }]),
    approvals: { workspace_write: {} },
    model: 'g\u0440t',
  });
  await until(house, run, sealed);
  await until(house, parked, ({ awaitingApproval }) => awaitingApproval);
});
afterAll(() => dashboard.close());

const marks = (page: Page) => page.locator('[data-letters="Cyrillic \u0430"]');

test('whoever decides is told of the letters, in the list, the title and the exact arguments, and copies the name as it is', async () => {
  const page = await dashboard.enter('/approvals?show=waiting');
  const exact = page.getByLabel('Exact arguments', { exact: true });
  await exact.locator('[data-letters]').waitFor();
  await page.getByRole('heading', { level: 2 }).locator('[data-letters]').waitFor();
  await page.locator('[data-approval]').locator('[data-letters]').waitFor();
  expect(await exact.textContent()).toContain(NAME);
  const told = await exact.locator('[data-letters]').evaluate((word) => getComputedStyle(word, '::after').content);
  expect(told).toBe('"Cyrillic \u0430"');
  expect(await look(page)).toEqual(SPOTLESS);
  await page.goto(`${dashboard.web.url}/overview`);
  await page.locator('[data-concern] [data-letters]').waitFor();
  await page.goto(`${dashboard.web.url}/runs/${parked}`);
  await page
    .getByRole('link', { name: /^Decide:/ })
    .locator('[data-letters]')
    .waitFor();
});

test.each(['spine', 'calls', 'account'])(
  'a run tells of them among its %s, of no other name, and of a long one whole',
  async (view) => {
    const page = await dashboard.enter(`/runs/${run}?view=${view}`);
    await marks(page).first().waitFor();
    await page.getByText('日本語のファイルABC.txt').first().waitFor();
    expect(await page.locator('[data-letters]').count()).toBe(await marks(page).count());
    const over = (): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await over()).toBe(0);
    expect(await overPhone(page)).toBe(0);
  },
);

test('what a run was set up with, and a sentence of an answer, tell of them', async () => {
  const page = await dashboard.enter(`/runs/${parked}`);
  await page.locator('dl [data-letters="Cyrillic \u0440"]').waitFor();
  await page.goto(`${dashboard.web.url}/runs`);
  await page.getByRole('table').locator('[data-letters="Cyrillic \u0440"]').waitFor();
  await page.goto(`${dashboard.web.url}/runs/${run}`);
  await page.getByText('Ask this record').click();
  await page.getByLabel('Question').fill(`path:${NAME} touched`);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.locator('[data-answer="yes"] [data-letters]').waitFor();
});

test('an event and a comparison tell of them as well', async () => {
  const page = await dashboard.enter(`/runs/${run}?q=${encodeURIComponent(NAME)}`);
  await page
    .getByRole('list', { name: 'Events' })
    .getByRole('button')
    .filter({ has: marks(page) })
    .first()
    .click();
  await page.getByRole('complementary').locator('[data-letters]').first().waitFor();
  await page.goto(`${dashboard.web.url}/compare?left=${run}&right=${parked}`);
  await page.getByRole('table', { name: 'Dispatches, call beside call' }).locator('[data-letters]').first().waitFor();
  expect(dashboard.complaints).toEqual([]);
});
