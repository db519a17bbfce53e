import type { Page, Route } from 'playwright-core';
import { calls, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';
import { faults, look, SPOTLESS } from './faults.ts';

let dashboard: Dashboard;
let native: string;
beforeAll(async () => {
  dashboard = await openDashboard();
  const { house } = dashboard;
  const objective = calls(['workspace_write', { path: 'hello.txt', content: 'hi' }]);
  native = await submit(house, { objective });
  const external = await submit(house, { objective, harness: 'reference' });
  await until(house, native, sealed);
  await until(house, external, sealed);
});
afterAll(() => dashboard.close());

interface Visited {
  readonly name: string;
  readonly path: () => string;
  readonly ready: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor();

const PAGES: readonly Visited[] = [
  { name: 'runs', path: () => '/runs', ready: (page) => page.getByRole('table').waitFor() },
  {
    name: 'no runs',
    path: () => '/runs?q=nothing-is-called-this',
    ready: (page) => page.getByText('No run matches').waitFor(),
  },
  { name: 'overview', path: () => '/', ready: (page) => page.locator('[data-concern]').first().waitFor() },
  {
    name: 'runs, narrowed',
    path: () => '/runs?gap=egress&share=less&verdict=unverified',
    ready: unfold('More filters'),
  },
  { name: 'runs, asked for what there is not', path: () => '/runs?verdict=green', ready: alarmed },
  {
    name: 'keeping and keys',
    path: () => `/admin?run=${native}`,
    ready: (page) => page.locator('[data-prune]').waitFor(),
  },
  { name: 'glossary', path: () => '/glossary', ready: heading('Glossary') },
  { name: 'new goal, run dry', path: () => '/goals/new', ready: planHere },
  { name: 'ledger', path: () => '/ledger', ready: (page) => page.getByRole('table').waitFor() },
  {
    name: 'new goal',
    path: () => '/goals/new',
    ready: (page) => page.getByRole('button', { name: 'Submit the goal' }).waitFor(),
  },
  {
    name: 'harnesses',
    path: () => '/harnesses',
    ready: (page) => page.getByRole('heading', { name: /^Echo/ }).waitFor(),
  },
  { name: 'verify', path: () => '/verify', ready: heading('Verify a record') },
  {
    name: 'unknown page',
    path: () => '/nowhere',
    ready: (page) => page.getByText('There is no page at this address').waitFor(),
  },
];
/** Pages that ask the API for what they show. */
const ASKING = ['/overview', '/runs', '/approvals', '/goals/new', '/harnesses', '/ledger', '/admin'];

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

describe('while the API is slow, and when it refuses', () => {
  let page: Page;
  const waiting = new Set<Route>();
  let refuses = false;
  const refuse = (route: Route): Promise<void> =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ title: 'Refused', detail: 'Not today.', status: 403, code: 'test_refusal' }),
    });
  beforeAll(async () => {
    page = await dashboard.enter(null);
    await page.route(/\/api\/v1\/(?!session)/, async (route) => {
      if (refuses) await refuse(route);
      else waiting.add(route);
    });
  });
  afterAll(() => page.context().close());

  test.each(ASKING)(
    '%s says that it loads, then what was refused, without a serious accessibility fault',
    async (path) => {
      refuses = false;
      waiting.clear();
      await page.goto(dashboard.web.url + path);
      await page.getByRole('status', { name: 'Loading' }).first().waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await faults(page)).toEqual([]);
      refuses = true;
      for (const route of waiting) await refuse(route);
      await page.getByRole('alert').getByText('test_refusal').first().waitFor();
      expect(await faults(page)).toEqual([]);
    },
  );
});

test('the sign-in has no serious accessibility fault', async () => {
  const stranger = await dashboard.visit('/login');
  await stranger.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await look(stranger)).toEqual(SPOTLESS);
  await stranger.context().close();
});

test('no page asked another origin, ran a script without its nonce, or broke', () => {
  expect(dashboard.complaints).toEqual([]);
});

function unfold(summary: string) {
  return (page: Page) => page.getByText(summary).click();
}

async function alarmed(page: Page): Promise<void> {
  await page.getByRole('alert').first().waitFor();
}

async function planHere(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Objective' }).fill('Do it.');
  await page.getByRole('radio', { name: /^Reference/ }).check();
  await page.getByText('Bounds and approval of workspace_write').click();
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.locator('[data-plan]').waitFor();
}
