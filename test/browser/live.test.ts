import { calls, eventsOf, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());

const LONG = calls(
  ...Array.from({ length: 60 }, (_, n) => ['workspace_write', { path: `n/${String(n)}.txt`, content: 'x' }] as const),
);

test('events arrive one by one while the run goes on, and a broken stream loses and doubles none', async () => {
  const run = await submit(dashboard.house, { objective: LONG, limits: { maxSteps: 100 } });
  const page = await dashboard.enter('/runs');
  // Break each stream after its first bytes: the page has to resume where it was.
  let breaks = 0;
  await page.route('**/events/stream', async (route) => {
    if (breaks < 3) {
      breaks += 1;
      await route.abort('connectionreset');
    } else {
      await route.continue();
    }
  });
  await page.goto(`${dashboard.web.url}/runs/${run}`);
  await until(dashboard.house, run, sealed);
  await page.getByText('all events are here').waitFor();
  const total = (await eventsOf(dashboard.house, run)).length;
  await page.getByText(`${String(total)} events`, { exact: true }).waitFor();
});

test('a halt with its reason ends the run, and the reason is on the record', async () => {
  const run = await submit(dashboard.house, {
    objective: calls(
      ...Array.from(
        { length: 550 },
        (_, n) => ['workspace_write', { path: `h/${String(n)}.txt`, content: 'x' }] as const,
      ),
    ),
    limits: { maxSteps: 1000, maxCalls: 1000 },
  });
  const page = await dashboard.enter(`/runs/${run}`);
  await page.getByRole('button', { name: 'Halt', exact: true }).click();
  await page.getByLabel('Reason').fill('wrote to the wrong folder');
  await page.getByRole('button', { name: 'Halt the run' }).click();
  const detail = await until(dashboard.house, run, sealed);
  expect(detail.state).toBe('halted');
  await page
    .getByText(/wrote to the wrong folder/)
    .first()
    .waitFor();
  expect((await eventsOf(dashboard.house, run)).some(({ type }) => type === 'run.halted')).toBe(true);
});
