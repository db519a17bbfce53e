import { calls, eventsOf, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';
import { overPhone } from './faults.ts';
import { verified } from './verdict-states.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());

test('a question about the run is answered in the browser, with its events or the gap that forbids an answer', async () => {
  const { house } = dashboard;
  const objective = calls(['workspace_write', { path: 'hello.txt', content: 'hi' }]);
  const run = await submit(house, { objective, harness: 'reference' });
  const keyId = (await until(house, run, sealed)).seal!.keyId;
  const start = (await eventsOf(house, run)).find(({ type }) => type === 'dispatch.start')!;
  const page = await dashboard.enter('/verify');
  await page.getByLabel('Add a key you got another way').fill(keyId);
  await page.getByRole('button', { name: 'Trust it' }).click();
  await page.getByText('brought by you').waitFor();
  await page.goto(`${dashboard.web.url}/runs/${run}`);
  await page.getByText('all events are here').waitFor();
  await page.getByText('Ask this record').click();

  await page.getByRole('button', { name: 'path:hello.txt touched?' }).click();
  await page.locator('[data-answer="yes"]').waitFor();
  await page.locator('[data-basis="unverified"]').waitFor();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await verified(page);
  await page.locator('[data-basis="verified"]').waitFor();
  await page
    .locator('[data-answer]')
    .getByRole('link', { name: `event ${String(start.seq)}` })
    .click();
  await page.waitForURL(new RegExp(`event=${String(start.seq)}$`));

  await page.getByLabel('Question').fill('host:elsewhere.example reached?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.locator('[data-answer="cannot_say"]').waitFor();
  await page.getByRole('list', { name: 'What forbids an answer' }).getByRole('link').first().waitFor();

  await page.getByLabel('Question').fill('was it good?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByText('This question cannot be read').waitFor();
  expect(dashboard.complaints).toEqual([]);
});

test('a record that did not hold here answers nothing, also what was answered before, and its limits fit a phone', async () => {
  const { house } = dashboard;
  const run = await submit(house, { objective: calls(['workspace_write', { path: 'a.txt', content: 'hi' }]) });
  await until(house, run, sealed);
  // Nobody's key is trusted here.
  const page = await dashboard.enter(`/runs/${run}`);
  await page.getByText('Ask this record').click();
  await page.getByRole('button', { name: 'path:a.txt touched?' }).click();
  await page.locator('[data-answer="yes"]').waitFor();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByText('Not answered: this record did not hold').waitFor();
  expect(await page.locator('[data-answer]').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Ask', exact: true }).isDisabled()).toBe(true);
  await page.getByText('What this does not prove').click();
  await page.getByText('is not among the keys you trust').nth(1).waitFor();
  expect(await overPhone(page)).toBe(0);
});
