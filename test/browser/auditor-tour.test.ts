import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Download, Page } from 'playwright-core';
import { calls, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';
import { verdictStates, verified } from './verdict-states.ts';

/** It is the whole of a visit. */
const LIMIT_MS = 180_000;

let dashboard: Dashboard;
let native: string;
let external: string;
let keyId: string;
beforeAll(async () => {
  dashboard = await openDashboard();
  const { house } = dashboard;
  const objective = calls(['workspace_write', { path: 'letter.txt', content: 'Dear auditor' }]);
  native = await submit(house, { objective });
  external = await submit(house, { objective, harness: 'reference' });
  await until(house, native, sealed);
  keyId = (await until(house, external, sealed)).seal!.keyId;
  while (!(await house.ask(`/api/v1/runs/${external}/receipt`)).ok) await pause(20);
});
afterAll(() => dashboard.close());

test(
  'an auditor comes with a key, finds what nobody verified, verifies and questions it, compares it, and takes it home',
  async () => {
    const page = await dashboard.enter('/verify');
    await page.getByLabel('Add a key you got another way').fill(keyId);
    await page.getByRole('button', { name: 'Trust it' }).click();
    await page.getByText('brought by you').waitFor();

    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.locator('[data-concern]').filter({ hasText: 'Unverified' }).getByRole('link').click();
    await page.waitForURL('**/runs?*verdict=unverified*');
    await page.locator(`a[href="/runs/${external}"]`).first().click();

    await page.getByText(/enforced by us; reference reported/).waitFor();
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await verified(page);
    expect(await verdictStates(page)).toEqual(['pass', 'pass', 'warn', 'pass', 'warn', 'warn']);
    await page.getByText('What this does not prove').click();
    await page.locator('[data-limits] li').first().waitFor();
    await whetherItReached(page);

    await page.goto(`${dashboard.web.url}/runs`);
    for (const run of [native, external]) await page.getByRole('checkbox', { name: new RegExp(run) }).check();
    await page.getByRole('link', { name: 'Compare the two picked' }).click();
    await page.getByText('Only the right run has gaps in', { exact: false }).waitFor();

    await page.getByRole('link', { name: 'Ledger' }).first().click();
    await page.locator('[data-check="first"], [data-check="same"], [data-check="appended"]').waitFor();
    await page.getByRole('table', { name: 'Entries' }).getByText('run.sealed').first().waitFor();

    const record = await taken(page);
    await page.goto(`${dashboard.web.url}/verify`);
    await page.getByText('The verifier is here').waitFor();
    await page.context().setOffline(true);
    const file = {
      name: record.suggestedFilename(),
      mimeType: 'application/cbor',
      buffer: await readFile(await record.path()),
    };
    await page.getByLabel('Record and what lies beside it').setInputFiles([file]);
    await verified(page);
    expect(await verdictStates(page)).toEqual(['pass', 'pass', 'absent', 'pass', 'warn', 'warn']);
    expect(dashboard.complaints).toEqual([]);
  },
  LIMIT_MS,
);

/** What the record cannot say leads to the gap that forbids it. */
async function whetherItReached(page: Page): Promise<void> {
  await page.getByText('Ask this record').click();
  await page.getByLabel('Question').fill('host:elsewhere.example reached?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.locator('[data-answer="cannot_say"]').waitFor();
  await page.getByRole('list', { name: 'What forbids an answer' }).getByRole('link').first().click();
  await page.waitForURL(/event=\d+$/);
}

async function taken(page: Page): Promise<Download> {
  await page.goto(`${dashboard.web.url}/runs/${external}`);
  await page.getByText('all events are here').waitFor();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Record (.provetrail)' }).click();
  return started;
}
