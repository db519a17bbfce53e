/** A key that others may have is marked in this browser, and what it sealed counts no more; a mark goes only as its reader says. */
import type { Page } from 'playwright-core';
import { sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

const SINCE = '2026-01-01T00:00:00.000Z';

let dashboard: Dashboard;
let run: string;
let key: { readonly keyId: string; readonly publicKeyHex: string };
let record: Buffer;
beforeAll(async () => {
  dashboard = await openDashboard();
  const { house } = dashboard;
  run = await submit(house, { objective: 'to be doubted' });
  await until(house, run, sealed);
  const keys = (await (await house.ask('/api/v1/keys')).json()) as { items: (typeof key)[] };
  key = keys.items[0]!;
  record = Buffer.from(await (await house.ask(`/api/v1/runs/${run}/record`)).arrayBuffer());
});
afterAll(() => dashboard.close());

const integrity = (page: Page, state: string) => page.locator(`[data-verdict="integrity"][data-state="${state}"]`);
const ring = (page: Page) => page.getByRole('region', { name: 'Trusted keys' });

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Add a key you got another way').fill(text);
  await page.getByRole('button', { name: 'Trust it' }).click();
}

test('what a marked key sealed fails at once, in every tab, until the mark is undone', async () => {
  const page = await dashboard.visit('/verify');
  await paste(page, key.keyId);
  const other = await page.context().newPage();
  for (const each of [page, other]) {
    if (each === other) await other.goto(page.url());
    await each.getByText('The verifier is here').waitFor();
    await each
      .getByLabel('Record and what lies beside it')
      .setInputFiles({ name: 'run.provetrail', mimeType: 'application/cbor', buffer: record });
    await integrity(each, 'pass').waitFor();
  }
  await page.getByText('Mark as compromised').click();
  await page.getByRole('button', { name: 'Mark it' }).click();
  for (const each of [page, other]) {
    await integrity(each, 'fail').getByText('runseal.key_compromised').waitFor();
    await ring(each).getByText('▲ Compromised').waitFor();
  }
  await page.keyboard.press('Enter');
  for (const each of [page, other]) await integrity(each, 'pass').waitFor();
  await page.context().close();
});

test('the mark of a keys.json is kept, and neither the bare key nor an undo of what came before takes it back', async () => {
  const page = await dashboard.visit('/verify');
  await paste(page, key.keyId);
  await ring(page).getByRole('button', { name: 'Stop trusting' }).click();
  await paste(page, JSON.stringify([{ ...key, compromisedAt: SINCE }]));
  await ring(page).getByText('▲ Compromised').waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await paste(page, key.keyId);
  await page.getByText('brought by you').waitFor();
  await ring(page).getByText('▲ Compromised').waitFor();
  await page.context().close();
});

test('what the server says against a key that is trusted stands beside the verdicts, and is kept by one press', async () => {
  const page = await dashboard.enter(`/verify`);
  await paste(page, key.keyId);
  await page.getByText('brought by you').waitFor();
  const answer = await dashboard.house.ask(`/api/v1/keys/${key.keyId}/mark`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ as: 'compromised', reason: 'a laptop was stolen', since: new Date(Date.now() - 1000) }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  await page.goto(`${dashboard.web.url}/runs/${run}`);
  await page.locator('[data-mark-of-server]').waitFor();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await integrity(page, 'pass').waitFor();
  await page.getByRole('button', { name: 'Keep this mark' }).click();
  await integrity(page, 'fail').getByText('runseal.key_compromised').waitFor();
  expect(await page.locator('[data-mark-of-server]').count()).toBe(0);
  expect(dashboard.complaints).toEqual([]);
});
