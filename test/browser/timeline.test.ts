import type { Page } from 'playwright-core';
import { calls, eventsOf, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
let run: string;
beforeAll(async () => {
  dashboard = await openDashboard();
  const { house } = dashboard;
  run = await submit(house, {
    harness: 'reference',
    objective: calls(
      ['workspace_write', { path: 'notes/a.md', content: 'first' }],
      ['workspace_read', { path: 'notes/a.md' }],
    ),
  });
  await until(house, run, sealed);
});
afterAll(() => dashboard.close());

test('the keyboard alone moves along the spine, opens an event and closes it', async () => {
  const page = await openRun('');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Event 2' }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('complementary', { name: 'Event 3' }).waitFor();
  await page.keyboard.press('k');
  await page.getByRole('complementary', { name: 'Event 2' }).waitFor();
  await page.waitForURL(/event=2$/);
  await page.keyboard.press('Escape');
  await page.getByRole('complementary').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
});

test('the way back closes what was opened before it leaves the run, and another view is a step of its own', async () => {
  const page = await openRun('');
  const opened = page.getByRole('complementary');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Event 1' }).waitFor();
  for (const seq of [2, 3]) {
    await page.keyboard.press('j');
    await page.getByRole('complementary', { name: `Event ${String(seq)}` }).waitFor();
  }
  await page.goBack();
  await opened.waitFor({ state: 'detached' });
  expect(page.url()).toBe(`${dashboard.web.url}/runs/${run}`);
  await page.goForward();
  await page.getByRole('complementary', { name: 'Event 3' }).waitFor();
  await page.goBack();
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Dispatches').click();
  await page.waitForURL(/view=calls$/);
  await page.goBack();
  await page.waitForURL((url) => url.search === '');
  await page.getByRole('list', { name: 'Events' }).waitFor();
});

test.each(['', '?type=dispatch.start'])('events that could not be read can be asked for again %s', async (search) => {
  const page = await dashboard.enter(null);
  await page.route(/\/events\?.*after=/, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`${dashboard.web.url}/runs/${run}${search}`);
  const again = page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unroute(/\/events\?.*after=/);
  await again.click();
  await page.getByRole('list', { name: 'Events' }).getByText('workspace_write notes/a.md').first().waitFor();
  await again.waitFor({ state: 'detached' });
});

test('a slash goes to the search, and what is typed there narrows the spine', async () => {
  const page = await openRun('');
  await page.keyboard.press('/');
  await page.keyboard.type('notes/a.md dispatch.start');
  await page.getByText(/^2 of \d+ events$/).waitFor();
  await page.waitForURL(/q=/);
});

test('a tier in the address shows that tier alone', async () => {
  const gaps = (await eventsOf(dashboard.house, run)).filter(({ tier }) => tier === 'unobserved');
  expect(gaps.length).toBeGreaterThan(0);
  const page = await openRun('?tier=unobserved');
  const rows = page.getByRole('list', { name: 'Events' }).getByRole('button');
  await page.getByText(`${String(gaps.length)} of `).waitFor();
  await rows.nth(gaps.length - 1).waitFor();
  expect(await rows.count()).toBe(gaps.length);
});

test('content is fetched when asked for and held against its commitment', async () => {
  const start = (await eventsOf(dashboard.house, run)).find(({ type }) => type === 'dispatch.start')!;
  const page = await openRun(`?event=${String(start.seq)}`);
  await page.getByRole('button', { name: 'show arguments' }).click();
  await page.getByText('These bytes open the commitment on the record').waitFor();
  const change = page.getByRole('region', { name: 'What would change in notes/a.md' });
  expect(await change.innerText()).toContain('first');
  await page.getByRole('button', { name: 'exact', exact: true }).click();
  expect(await page.getByLabel('arguments', { exact: true }).innerText()).toContain('notes/a.md');
});

test('a raw line is shown with its hash as recorded', async () => {
  const frame = (await eventsOf(dashboard.house, run)).find(({ type }) => type === 'provenance.attested')!;
  const page = await openRun(`?event=${String(frame.seq)}`);
  await page.getByRole('button', { name: 'show raw', exact: true }).click();
  await page.getByText('as recorded').waitFor();
});

test('content that the server changed is shown as not what the record committed to', async () => {
  const start = (await eventsOf(dashboard.house, run)).find(({ type }) => type === 'dispatch.start')!;
  const page = await openRun(`?event=${String(start.seq)}`);
  await page.route('**/content/*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('first', 'other') });
  });
  await page.getByRole('button', { name: 'show arguments' }).click();
  await page.getByText('These bytes are NOT what the record committed to').waitFor();
});

test("the harness's account stands beside ours, and what a call went through is told step by step", async () => {
  const events = await eventsOf(dashboard.house, run);
  const seqOf = (type: string) =>
    String(events.find((event) => event.type === type && event.payload['call'] === 1)!.seq);
  const page = await openRun('?view=account');
  const account = page.getByRole('table', { name: "The harness's account beside ours" });
  await account.getByText('matched').first().waitFor();
  expect(await account.getByRole('row').count()).toBe(3);
  await account
    .getByRole('button', { name: seqOf('dispatch.start') })
    .first()
    .click();
  const call = page.getByRole('region', { name: 'Call 1' });
  await call.getByText('admitted and begun, here').waitFor();
  await call.getByRole('button', { name: `ended ok at ${seqOf('dispatch.end')}` }).waitFor();
  await call.getByRole('button', { name: `harness's account: matched at ${seqOf('provenance.reconciled')}` }).waitFor();
  await call.getByRole('button', { name: 'only this call' }).click();
  await page.waitForURL(/call=1/);
});

test('erased content says when, by whom and why, and the record still stands', async () => {
  const { house } = dashboard;
  const erased = await submit(house, { objective: calls(['workspace_write', { path: 'b.txt', content: 'b' }]) });
  await until(house, erased, sealed);
  const start = (await eventsOf(house, erased)).find(({ type }) => type === 'dispatch.start')!;
  const answer = await house.ask(`/api/v1/runs/${erased}/erasures`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'events', seqs: [start.seq], reason: 'asked for', legalBasis: 'GDPR Art. 17' }),
  });
  expect(answer.status).toBe(200);
  const page = await dashboard.enter(`/runs/${erased}?event=${String(start.seq)}`);
  await page.getByRole('button', { name: 'show arguments' }).click();
  await page.getByText(/^Erased on .* by .* because asked for \(GDPR Art\. 17\)\./).waitFor();
});

async function openRun(search: string): Promise<Page> {
  const page = await dashboard.enter(`/runs/${run}${search}`);
  await page.getByText('all events are here').waitFor();
  return page;
}
