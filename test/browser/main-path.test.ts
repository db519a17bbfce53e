import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { calls, eventsOf } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';
import { verdictStates, verified } from './verdict-states.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());

const OBJECTIVE = calls(
  ['workspace_write', { path: 'hello.txt', content: 'hi' }],
  ['workspace_read', { path: 'hello.txt' }],
);

test('a stranger signs in, submits a goal, watches it live, sees it sealed and verifies it in the browser', async () => {
  const page = await dashboard.visit('/runs');
  await page.waitForURL('**/login?next=%2Fruns');
  await page.getByLabel('Access key').fill(dashboard.house.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/runs');

  await page.getByRole('link', { name: 'New goal' }).first().click();
  // The list it comes from has a field of objectives too.
  await page.getByRole('heading', { name: 'New goal' }).waitFor();
  await page.getByRole('textbox', { name: 'Objective' }).fill(OBJECTIVE);
  await page.getByRole('radio', { name: /^Echo/ }).check();
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/api/v1/goals') && response.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Submit the goal' }).click();
  const answer = await answered;
  expect([answer.status(), await answer.text()]).toEqual([201, expect.stringContaining('"run"')]);
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
  const run = new URL(page.url()).pathname.split('/').at(-1)!;

  await page.getByText('all events are here').waitFor();
  await page.getByText('sealed', { exact: true }).first().waitFor();
  const events = await eventsOf(dashboard.house, run);
  expect(await shownSeqs(page)).toEqual(events.map(({ seq }) => seq));

  await inLedger(run);
  expect(await verdictStates(page)).toEqual(Array(6).fill('unchecked'));
  await page.getByRole('button', { name: 'Trust this key' }).click();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await verified(page);
  expect(await page.getByText(/Checked here, in this browser, on \d+ \w+ \d{4}, [\d:]+ [A-Z]\S+:/).count()).toBe(1);
  expect(await verdictStates(page)).toEqual(['pass', 'pass', 'warn', 'pass', 'warn', 'pass']);
  await page.getByText('What this does not prove').click();
  await page.getByText(/^The verdict on independence is warn:/).waitFor();
  expect(dashboard.complaints).toEqual([]);
});

test('without a key of the reader, integrity does not pass', async () => {
  const page = await dashboard.enter('/runs');
  await page
    .getByRole('link', { name: /Do what is spelled out/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await verified(page);
  expect((await verdictStates(page))[0]).toBe('fail');
  await page.locator('[data-verdict="integrity"]').getByText('sign.unknown_key').waitFor();

  // Who is sent a link to a verdict finds it, reached in their own browser.
  await page.getByRole('link', { name: 'Integrity', exact: true }).click();
  await page.waitForURL('**#verdict-integrity');
  await page.reload();
  await verified(page);
  const linked = page.locator('[data-verdict][aria-current="location"]');
  expect(await linked.getAttribute('data-verdict')).toBe('integrity');
  expect(await linked.getAttribute('data-state')).toBe('fail');
});

/** Waits until the run's receipt can be had. */
async function inLedger(run: string): Promise<void> {
  while (!(await dashboard.house.ask(`/api/v1/runs/${run}/receipt`)).ok) await pause(20);
}

async function shownSeqs(page: Page): Promise<number[]> {
  const rows = await page.getByRole('list', { name: 'Events' }).getByRole('button').all();
  return Promise.all(rows.map(async (row) => Number((await row.innerText()).split('\n')[0])));
}
