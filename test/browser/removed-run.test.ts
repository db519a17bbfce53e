/** A run that two people removed for ever: its page says so, and claims nothing that nobody can check any more. */
import { createKey } from '@runseal/api';
import { LETTER, sealed, submit, until } from '../integration/api-house.ts';
import { post } from '../integration/sessions-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';
import { look, SPOTLESS } from './faults.ts';

let dashboard: Dashboard;
let run: string;
beforeAll(async () => {
  dashboard = await openDashboard();
  const { house } = dashboard;
  run = await submit(house, { objective: LETTER });
  await until(house, run, sealed);
  await post(house, `/api/v1/runs/${run}/prune`, { reason: 'asked for', legalBasis: 'Art. 17 GDPR' });
  const { key } = await createKey(house.owner, 'Ben Second');
  const agreed = await house.ask(`/api/v1/runs/${run}/prune/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(agreed.status).toBe(200);
});
afterAll(() => dashboard.close());

test('its page says who removed it and why, and neither counts nor offers to verify, whatever a link asks for', async () => {
  const page = await dashboard.enter(null);
  for (const asked of ['?event=5', '?view=calls#verdict-integrity', '']) {
    await page.goto(`${dashboard.web.url}/runs/${run}${asked}`);
    await page.getByText('nothing of it can be verified here').waitFor();
    await page
      .getByText(
        /^Removed \d+ \w+ \d{4}, [\d:]+ UTC: asked for by ana-auditor, agreed to by ben-second. Reason: asked for \(Art. 17 GDPR\).$/,
      )
      .waitFor();
    expect(await page.getByText(/enforced|events are here/).count()).toBe(0);
    expect(await page.locator('[data-verdict]').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^(Verify|Export|Seal|Ask)/ }).count()).toBe(0);
  }
  expect(await look(page)).toEqual(SPOTLESS);
  expect(dashboard.complaints).toEqual([]);
});
