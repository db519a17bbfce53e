import { calls, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

/** Reads "harmless-exe.txt" to people, and is not what it reads. */
const NAME = 'harmless-\u202Etxt.exe';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());

test('whoever decides sees the characters that turn a name around, and copies them as they are', async () => {
  const { house } = dashboard;
  const run = await submit(house, {
    objective: calls(['workspace_write', { path: NAME, content: 'pay\u200Bload\n' }]),
    approvals: { workspace_write: {} },
  });
  await until(house, run, ({ awaitingApproval }) => awaitingApproval);
  const page = await dashboard.enter('/approvals?show=waiting');
  const exact = page.getByLabel('Exact arguments', { exact: true });
  await exact.locator('[data-hidden="U+202E"]').waitFor();
  await exact.locator('[data-hidden="U+200B"]').waitFor();
  await page.getByRole('heading', { level: 2 }).locator('[data-hidden="U+202E"]').waitFor();
  await page.getByLabel('What would change in').locator('[data-hidden="U+200B"]').waitFor();
  expect(await exact.textContent()).toContain(NAME);
  // In the order of the letters: what comes after the character stands to its right, read from left to right.
  const [before, after] = await exact.evaluate((pre) => {
    const range = document.createRange();
    const placeOf = (letter: string): number => {
      const walk = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const at = walk.currentNode.textContent?.indexOf(letter) ?? -1;
        if (at < 0) continue;
        range.setStart(walk.currentNode, at);
        range.setEnd(walk.currentNode, at + 1);
        return range.getBoundingClientRect().left;
      }
      return Number.NaN;
    };
    return [placeOf('txt.'), placeOf('exe"')];
  });
  expect(after).toBeGreaterThan(before);
});

test('on the run page and in the list a hidden character is shown as well', async () => {
  const { house } = dashboard;
  const run = await submit(house, { objective: `Say \u2066hello\u2069 to ${NAME}` });
  await until(house, run, sealed);
  const page = await dashboard.enter(`/runs/${run}`);
  await page.getByRole('heading', { level: 1 }).locator('[data-hidden="U+202E"]').waitFor();
  await page.goto(`${dashboard.web.url}/runs`);
  await page.getByRole('table').locator('[data-hidden="U+202E"]').first().waitFor();
  expect(dashboard.complaints).toEqual([]);
});
