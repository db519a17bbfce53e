/** What a CLI says it did by itself is shown and asked about from content, and is gone with it. */
import type { Page } from 'playwright-core';
import { eventsOf } from '../integration/api-house.ts';
import { erase } from '../integration/erased-words.ts';
import { printedRun } from '../integration/printed-run.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
let run: string;
beforeAll(async () => {
  dashboard = await openDashboard({ worker: false });
  run = await printedRun(dashboard.house);
});
afterAll(() => dashboard.close());

async function openRun(): Promise<Page> {
  const page = await dashboard.enter(`/runs/${run}`);
  await page.getByText('all events are here').waitFor();
  return page;
}

async function asked(page: Page, question: string, answer: string): Promise<void> {
  await page.getByLabel('Question').fill(question);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.locator(`[data-answer="${answer}"]`).waitFor();
  await page.locator('[data-basis="unverified"]').waitFor();
}

test('rows and answers have the words while they are there, and say so once they are erased', async () => {
  const native = (await eventsOf(dashboard.house, run)).find(({ payload }) => payload['kind'] === 'native_command')!;
  const page = await openRun();
  const spine = page.getByRole('list', { name: 'Events' });
  await spine.getByText('native command · mail Anna Muster <letters/Muster.txt').waitFor();
  await spine.getByText('foreign mcp call · find · no Anna Muster here').waitFor();
  await page.getByText('Ask this record').click();
  await asked(page, 'path:letters/Muster.txt touched', 'yes');
  await asked(page, 'path:elsewhere touched', 'cannot_say');

  // A server that changes the words puts none into the record.
  await page.route('**/content/*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('Muster.txt', 'Mister.txt') });
  });
  await asked(page, 'path:letters/Mister.txt touched', 'cannot_say');

  await erase(dashboard.house, run, { scope: 'run' });
  const after = await openRun();
  await after.getByText('native command · (erased)').waitFor();
  await after.getByText('Ask this record').click();
  await asked(after, 'path:letters/Muster.txt touched', 'cannot_say');
  await after
    .getByRole('list', { name: 'What forbids an answer' })
    .getByRole('link', { name: `event ${String(native.seq)}` })
    .waitFor();
  expect(await after.content()).not.toContain('Anna');
});
