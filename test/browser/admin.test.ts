import { createKey } from '@runseal/api';
import { calls, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
let run: string;
beforeAll(async () => {
  dashboard = await openDashboard();
  run = await submit(dashboard.house, { objective: calls(['workspace_write', { path: 'a.txt', content: 'x' }]) });
  await until(dashboard.house, run, sealed);
});
afterAll(() => dashboard.close());

test('a rule of retention is set, and who set it and why is shown', async () => {
  const page = await dashboard.enter('/admin');
  await page.getByText('No rule: content is kept without limit').waitFor();
  await page.getByText('Set a rule').first().click();
  await page.getByLabel('Workspace').fill('default');
  await page.getByLabel('Days after the seal').fill('90');
  await page
    .locator('[data-erases="0"]')
    .getByText(/1 run goes later, the next on/)
    .waitFor();
  await page.getByLabel('Why').first().fill('as the policy of the house says');
  await page.getByRole('button', { name: 'Set the rule' }).click();
  await page.getByRole('table', { name: 'Retention by workspace' }).getByText('90 days after the seal').waitFor();
  await page.getByRole('table', { name: 'Signing keys' }).getByText('seals now').waitFor();
  expect(dashboard.complaints).toEqual([]);
});

test('a hold is placed and lifted, and nobody agrees to their own wish to remove a run', async () => {
  const page = await dashboard.enter(`/admin?run=${run}`);
  const hold = page.locator('[data-held]');
  await hold.locator('summary', { hasText: 'Place a hold' }).click();
  await hold.getByLabel('Why').fill('a case at court');
  await hold.getByRole('button', { name: 'Place a hold' }).click();
  await page.locator('[data-held="true"]').getByText('a case at court').waitFor();
  await page.getByText('While the hold stands, it cannot be removed.').waitFor();
  await hold.locator('summary', { hasText: 'Lift the hold' }).click();
  await hold.getByLabel('Why').fill('the case is over');
  await hold.getByRole('button', { name: 'Lift the hold' }).click();
  await page.locator('[data-held="false"]').getByText('the case is over').waitFor();

  const removal = page.locator('[data-prune]');
  await removal.locator('summary', { hasText: 'Ask to remove it' }).click();
  await removal.getByLabel('Why').fill('no longer needed');
  await removal.getByLabel('On which legal ground').fill('Art. 17 GDPR');
  await removal.getByRole('button', { name: 'Ask to remove it' }).click();
  await page.locator('[data-prune="asked"]').waitFor();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Agree, and remove it for ever' }).click();
  await page.getByText('two_people_needed').waitFor();
});

test('harnesses elsewhere are listed with what they are held to, and whoever sees one workspace only is told so', async () => {
  const page = await dashboard.enter('/harnesses');
  await page.getByText('None yet. Sessions are driven by the harnesses above.').waitFor();
  const { owner } = dashboard.house;
  const descriptor = { tools: [{ name: 'browse', mediation: 'in_harness_reported' }] };
  await owner`
    insert into runseal.remote_harness (name, address, spec_digest, descriptor_digest, descriptor, registered_by)
    values ('py', 'tcp://127.0.0.1:9301', ${Buffer.alloc(32, 0xab)}, ${Buffer.alloc(32)}, ${JSON.stringify(descriptor)}, 'ana')`;
  await page.reload();
  const table = page.getByRole('table', { name: 'Remote harnesses' });
  await table.getByText('remote:py').waitFor();
  await table.getByText('browse only reported').waitFor();
  await table.getByTitle('ab'.repeat(32)).waitFor();
  await table.getByText(/^registered .* by ana$/).waitFor();
  expect(dashboard.complaints).toEqual([]);

  const { key } = await createKey(dashboard.house.owner, 'Otto One', ['default']);
  const other = await dashboard.visit('/login?next=/harnesses');
  await other.getByLabel('Access key').fill(key);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByText('Shown to those who may see every workspace.').waitFor();
});

test('whoever sees one workspace only is told so, and shown no form', async () => {
  const { key } = await createKey(dashboard.house.owner, 'Olga One', ['default']);
  const page = await dashboard.visit('/login?next=/admin');
  await page.getByLabel('Access key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Only who sees every workspace sets a rule.').waitFor();
  expect(await page.getByText('Set a rule').count()).toBe(0);
});

test('a run whose content was erased says at its head how much, by whom and why', async () => {
  const { house } = dashboard;
  const erased = await submit(house, { objective: calls(['workspace_write', { path: 'b.txt', content: 'Anna' }]) });
  await until(house, erased, sealed);
  const done = await house.ask(`/api/v1/runs/${erased}/erasures`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'run', reason: 'asked by the person', legalBasis: 'GDPR 17' }),
  });
  expect(done.status).toBe(200);
  const page = await dashboard.enter(`/runs/${erased}`);
  const note = page.locator('[data-erased]');
  await note.getByText(/contents of this run were erased, last on .+ by ana-auditor/).waitFor();
  await note.getByText('asked by the person').waitFor();
});

test('a key that is no longer trusted can be trusted again as it was', async () => {
  const page = await dashboard.enter('/verify');
  await page.getByLabel('Add a key you got another way').fill('ab'.repeat(32));
  await page.getByRole('button', { name: 'Trust it' }).click();
  await page.getByText('brought by you').waitFor();
  await page.getByRole('button', { name: 'Stop trusting' }).click();
  await page.getByText('brought by you').waitFor({ state: 'detached' });
  // The focus is where the act is undone.
  await page.keyboard.press('Enter');
  await page.getByText('brought by you').waitFor();
});
