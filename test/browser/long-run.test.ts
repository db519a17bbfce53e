import { generateSigner } from '@runseal/spine/node';
import { connect, openStore } from '@runseal/spine/postgres';
import type { Page } from 'playwright-core';
import { fillRun } from '../bench/dashboard/long-run.ts';
import { submit } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

const SIZE = 12_000;

let dashboard: Dashboard;
let run: string;
beforeAll(async () => {
  dashboard = await openDashboard({ worker: false });
  const { house } = dashboard;
  run = await submit(house, { objective: 'Be long.' });
  const sql = connect(house.database.serviceUrl, { max: 2 });
  await fillRun({ store: openStore({ sql }), owner: house.owner, signer: generateSigner() }, run, SIZE);
  await sql.end();
});
afterAll(() => dashboard.close());

const rows = (page: Page) => page.getByRole('list', { name: 'Events' }).getByRole('button');
const row = (page: Page, seq: number) => rows(page).filter({ hasText: new RegExp(`^${String(seq)}\\D`) });

test('only the pages in sight are read, wherever one jumps', async () => {
  const page = await dashboard.enter('/runs');
  let events = 0;
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (pathname.endsWith('/events')) events += Number(searchParams.get('limit') ?? 0);
  });
  await page.goto(`${dashboard.web.url}/runs/${run}`);
  await row(page, 1).waitFor();
  await page.getByRole('textbox', { name: 'Jump to event' }).fill('9000');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Event 9000' }).getByText('leaf').waitFor();
  await row(page, 9000).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('complementary', { name: 'Event 9001' }).getByText('leaf').waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await row(page, SIZE).waitFor();
  expect(await rows(page).count()).toBeLessThan(120);
  // Three places of at most two pages each, and the look behind the last event.
  expect(events).toBeLessThan(SIZE / 4);
});

test('a filter is answered by the API, and its rows are paged like all others', async () => {
  const page = await dashboard.enter(`/runs/${run}?type=dispatch.start`);
  await page.getByText('1,200 of 12,000 events').waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await row(page, 11_994).waitFor();
  await page.getByRole('checkbox', { name: /^[\d,]+ gaps?$/ }).check();
  await page.getByText('No event matches these filters').waitFor();
  await page.goto(`${dashboard.web.url}/runs/${run}?tier=unobserved`);
  await page.getByText('12 of 12,000 events').waitFor();
  await page.goto(`${dashboard.web.url}/runs/${run}?call=700`);
  await page.getByText('2 of 12,000 events').waitFor();
  await rows(page).nth(1).waitFor();
  expect(await rows(page).count()).toBe(2);
});

test('a link to an event opens it wherever it is, and one to an event that is not there says so', async () => {
  const page = await dashboard.enter(`/runs/${run}?event=7004`);
  const peek = page.getByRole('complementary', { name: 'Event 7004' });
  await peek.getByText('admitted and begun, here').waitFor();
  await row(page, 7004).waitFor();
  await peek.getByRole('button', { name: 'ended ok at 7006' }).click();
  await page.getByRole('complementary', { name: 'Event 7006' }).getByText('leaf').waitFor();
  await page.goto(`${dashboard.web.url}/runs/${run}?event=99999`);
  await page.getByText('The run has no event 99999.').waitFor();
});

test('the tab says how the run stands', async () => {
  const page = await dashboard.enter(`/runs/${run}`);
  await page.locator('link[rel="icon"][data-mark="attested"]').waitFor({ state: 'attached' });
});
