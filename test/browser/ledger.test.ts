import type { Wire } from '@runseal/api/client';
import { connect } from '@runseal/spine/postgres';
import type { Page } from 'playwright-core';
import { setTimeout as pause } from 'node:timers/promises';
import { breakIn } from '../attacks/superuser.ts';
import { calls, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
let page: Page;
beforeAll(async () => {
  dashboard = await openDashboard();
  await sealOne();
  page = await dashboard.enter('/ledger');
});
afterAll(() => dashboard.close());

const ledger = async () => (await (await dashboard.house.ask('/api/v1/ledger')).json()) as Wire<'LedgerView'>;

/** Runs one goal and waits until the ledger holds its seal. */
async function sealOne(): Promise<string> {
  const { house } = dashboard;
  const run = await submit(house, { objective: calls(['workspace_write', { path: 'a.txt', content: 'x' }]) });
  await until(house, run, sealed);
  while ((await ledger()).lag.pending > 0) await pause(20);
  return run;
}

test('the head is kept at the first visit, and the ledger proves to this browser that it only grew', async () => {
  await page.locator('[data-check="first"]').waitFor();
  await page.locator('[data-witnessed="no"]').waitFor();
  await page.getByRole('table', { name: 'Entries' }).getByText('run.sealed').first().waitFor();
  await sealOne();
  await page.reload();
  await page.locator('[data-check="appended"]').waitFor();
});

test('a run that goes on is told quietly, and one that ended without its seal loudly', async () => {
  const { house } = dashboard;
  const run = await submit(house, {
    objective: calls(['workspace_write', { path: 'a.txt', content: 'x' }]),
    approvals: { workspace_write: {} },
  });
  await until(house, run, ({ awaitingApproval }) => awaitingApproval);
  const region = page.getByRole('region', { name: 'Opened and never sealed' });
  await region.getByText('1 run goes on and will be sealed at the end').click();
  await region.getByRole('link', { name: run }).waitFor();
  expect(await region.getByText('▲').count()).toBe(0);
  await house.owner`update runseal.goal set state = 'failed', ended_at = now() where run = ${run}`;
  const due = region.getByRole('list', { name: 'Without the seal they should have' });
  await due.getByText('▲ no seal').waitFor();
  await due.getByRole('link', { name: run }).waitFor();
});

test('a head that was rewritten on the server is caught by what this browser kept', async () => {
  const admin = connect(dashboard.house.database.adminUrl, { max: 1 });
  try {
    await breakIn(admin);
    const { head } = await ledger();
    await page.reload();
    await page.locator('[data-check="same"], [data-check="appended"]').waitFor();
    await admin`update spine.ledger_head set root = decode(${'ab'.repeat(32)}, 'hex') where size = ${head!.size}`;
  } finally {
    await admin.end();
  }
  await page.reload();
  await page.locator('[data-check="failed"]').waitFor();
  // A reload does not make it forget.
  await page.reload();
  await page.locator('[data-check="failed"]').waitFor();
});
