import { connect, type Sql } from '@runseal/spine/postgres';
import { breakIn } from '../attacks/superuser.ts';
import { calls, eventsOf, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';
import { verdictStates, verified } from './verdict-states.ts';

let dashboard: Dashboard;
let admin: Sql;
beforeAll(async () => {
  dashboard = await openDashboard();
  admin = connect(dashboard.house.database.adminUrl, { max: 1 });
  await breakIn(admin);
});
afterAll(async () => {
  await admin.end();
  await dashboard.close();
});

test('a superuser edits an event on the server, and the run page says so with the first bad event', async () => {
  const { house } = dashboard;
  const run = await submit(house, { objective: calls(['workspace_write', { path: 'hello.txt', content: 'hi' }]) });
  const keyId = (await until(house, run, sealed)).seal!.keyId;
  const page = await dashboard.enter('/verify');
  await page.getByLabel('Add a key you got another way').fill(keyId);
  await page.getByRole('button', { name: 'Trust it' }).click();
  await page.getByText('brought by you').waitFor();
  await page.goto(`${dashboard.web.url}/runs/${run}`);
  const verify = page.getByRole('button', { name: /^Verify/ });
  await verify.click();
  await verified(page);
  expect((await verdictStates(page))[0]).toBe('pass');

  const start = (await eventsOf(house, run)).find(({ type }) => type === 'dispatch.start')!;
  const forged = Buffer.from(start.canonical, 'base64');
  forged[forged.indexOf('hello.txt')] = 'j'.charCodeAt(0);
  const edited = await admin`update spine.event set canonical = ${forged} where run = ${run} and seq = ${start.seq}`;
  expect(edited.count).toBe(1);

  await page.reload();
  await verify.click();
  await verified(page);
  const integrity = page.locator('[data-verdict="integrity"]');
  expect(await integrity.getAttribute('data-state')).toBe('fail');
  await integrity.getByText('record.root_mismatch').waitFor();
  // The sentence at the top is now this browser's, not the server's.
  await page.getByText('Nothing: these bytes are not what a key you trust has signed.').waitFor();
  expect(await page.getByText('1 of 1 tool call was enforced by us.').count()).toBe(0);
  await integrity.getByRole('link', { name: `event ${String(start.seq)}` }).click();
  await page.getByRole('complementary', { name: `Event ${String(start.seq)}` }).waitFor();
  expect((await verdictStates(page)).slice(1)).not.toContain('pass');
  expect(dashboard.complaints).toEqual([]);
});
