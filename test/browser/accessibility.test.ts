import type { Page } from 'playwright-core';
import { calls, sealed, submit, until } from '../integration/api-house.ts';
import { open, say } from '../integration/sessions-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';
import { look, SPOTLESS } from './faults.ts';
import { verified } from './verdict-states.ts';

let dashboard: Dashboard;
let native: string;
let external: string;
let parked: string;
let session: string;
beforeAll(async () => {
  dashboard = await openDashboard();
  const { house } = dashboard;
  const objective = calls(['workspace_write', { path: 'hello.txt', content: 'hi' }]);
  native = await submit(house, { objective });
  external = await submit(house, { objective, harness: 'reference' });
  parked = await submit(house, { objective, approvals: { workspace_write: {} } });
  ({ session } = await open(house));
  await say(house, session, 'Somebody who says much in a turn, and in one line. '.repeat(20));
  await say(house, session, 'More.');
  await until(house, native, sealed);
  await until(house, external, sealed);
  await until(house, parked, ({ awaitingApproval }) => awaitingApproval);
});
afterAll(() => dashboard.close());

interface Visited {
  readonly name: string;
  readonly path: () => string;
  readonly ready: (page: Page) => Promise<unknown>;
}

/** Pages about one run, or about two. */
const PAGES: readonly Visited[] = [
  { name: 'run', path: () => `/runs/${external}`, ready: (page) => page.getByText('all events are here').waitFor() },
  {
    name: 'run with an event open',
    path: () => `/runs/${external}?event=5`,
    ready: (page) => page.getByRole('complementary').waitFor(),
  },
  { name: 'dispatches', path: () => `/runs/${native}?view=calls`, ready: (page) => page.getByRole('table').waitFor() },
  { name: 'run, verified', path: () => `/runs/${native}`, ready: verifyHere },
  {
    name: 'run that waits for approval',
    path: () => `/runs/${parked}`,
    ready: (page) => page.getByRole('link', { name: /^Decide:/ }).waitFor(),
  },
  {
    name: 'approvals',
    path: () => '/approvals',
    ready: (page) => page.locator('[data-approval]').first().waitFor(),
  },
  { name: 'approvals, one being decided', path: () => '/approvals?show=waiting', ready: decideHere },
  {
    name: 'compare',
    path: () => `/compare?left=${native}&right=${external}`,
    ready: (page) => page.getByText('Gaps by surface').first().waitFor(),
  },
  {
    name: 'session with a long turn',
    path: () => `/runs/${session}`,
    ready: (page) => page.locator('[data-turn="2"]').waitFor(),
  },
  { name: 'run, asked', path: () => `/runs/${external}`, ready: askHere },
  { name: 'unknown run', path: () => '/runs/nobody', ready: (page) => page.getByRole('alert').first().waitFor() },
];

let page: Page;
beforeEach(async () => {
  page = await dashboard.enter(null);
});
afterEach(() => page.context().close());

test.each(PAGES)('$name has no serious accessibility fault and does not scroll sideways', async ({ path, ready }) => {
  await page.goto(dashboard.web.url + path());
  await ready(page);
  expect(await look(page)).toEqual(SPOTLESS);
});

test('no page asked another origin, ran a script without its nonce, or broke', () => {
  expect(dashboard.complaints).toEqual([]);
});

async function verifyHere(page: Page): Promise<void> {
  await page.getByText('all events are here').waitFor();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await verified(page);
}

async function askHere(page: Page): Promise<void> {
  await page.getByText('all events are here').waitFor();
  await page.getByText('Ask this record').click();
  await page.getByLabel('Question').fill('host:elsewhere.example reached');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.locator('[data-answer="cannot_say"]').waitFor();
}

/** Opens the form by its key, from the list where the list is all a phone shows. */
async function decideHere(page: Page): Promise<void> {
  const first = page.locator('[data-approval]').first();
  await first.waitFor();
  await first.click();
  await page.getByText('These bytes open the commitment').waitFor();
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Approve this call' }).waitFor();
}
