import type { Wire } from '@runseal/api/client';
import { calls, eventsOf, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());

const gated = {
  objective: calls(
    ['workspace_write', { path: 'plan.txt', content: 'one\ntwo\n' }],
    ['workspace_write', { path: 'plan.txt', content: 'one\n2\n' }],
  ),
  approvals: { workspace_write: {} },
};

test('by keyboard alone the first call is approved and the second, shown against the first, is denied', async () => {
  const run = await submit(dashboard.house, gated);
  await until(dashboard.house, run, ({ awaitingApproval }) => awaitingApproval);
  const page = await dashboard.enter(`/runs/${run}`);
  await page.locator('[data-waiting="1"]').waitFor();
  await page.getByRole('link', { name: 'Decide: workspace_write plan.txt' }).click();
  await page.getByText('These bytes open the commitment').waitFor();
  await page.getByText('Your own goal').waitFor();

  await page.keyboard.press('a');
  expect(await page.getByRole('button', { name: 'Approve this call' }).isDisabled()).toBe(true);
  await page.keyboard.type('a plan is harmless');
  await page.keyboard.press('Control+Enter');
  await page.getByText('self-approval', { exact: false }).first().waitFor();

  await page.goto(`${dashboard.web.url}/approvals?show=waiting`);
  await page.getByLabel('What would change in plan.txt').waitFor();
  const marks = page.locator('[data-mark]');
  await page.getByText('Compared with what this run wrote').waitFor();
  expect(await marks.evaluateAll((lines) => lines.map((line) => line.getAttribute('data-mark')))).toEqual([
    ' ',
    '-',
    '+',
  ]);
  await page.keyboard.press('d');
  await page.keyboard.type('numbers are for machines');
  await page.keyboard.press('Control+Enter');
  await until(dashboard.house, run, sealed);
  const decided = (await eventsOf(dashboard.house, run)).filter(({ type }) => type === 'approval.decided');
  // The words are content beside the events.
  const listed = await dashboard.house.ask(`/api/v1/runs/${run}/calls`);
  const said = ((await listed.json()) as Wire<'CallPage'>).items.flatMap(({ decisions }) => decisions);
  expect(
    decided.map(({ seq, payload }) => [
      payload['decision'],
      said.find((one) => one.seq === seq)?.reason,
      payload['self_approval'],
    ]),
  ).toEqual([
    ['approved', 'a plan is harmless', true],
    ['denied', 'numbers are for machines', true],
  ]);
  await page.goto(`${dashboard.web.url}/approvals?show=waiting`);
  await page.getByText('Nothing waits for a decision').waitFor();
  expect(dashboard.complaints).toEqual([]);
});

test('a call that begins to wait does not take the place of the one that is being decided', async () => {
  const { house } = dashboard;
  const waiting = async (path: string): Promise<string> => {
    const run = await submit(house, {
      objective: calls(['workspace_write', { path, content: 'x' }]),
      approvals: { workspace_write: {} },
    });
    await until(house, run, ({ awaitingApproval }) => awaitingApproval);
    return run;
  };
  const first = await waiting('first.txt');
  const page = await dashboard.enter('/approvals?show=waiting');
  await page.getByRole('heading', { level: 2, name: 'first.txt' }).waitFor();
  await page.keyboard.press('d');
  await page.keyboard.type('half a ');
  await waiting('second.txt');
  await page.locator('[data-approval]').filter({ hasText: 'second.txt' }).waitFor();
  await page.keyboard.type('reason');
  expect(await page.getByLabel('Why must this not be done?').inputValue()).toBe('half a reason');
  await page.keyboard.press('Control+Enter');
  await until(house, first, sealed);
  // The outcome stays in sight, though the call waits no more.
  await page.getByRole('heading', { level: 2, name: 'first.txt' }).waitFor();
  await page.getByText('Denied', { exact: true }).waitFor();
});

test('on a narrow screen nothing is decided that is not shown: the list first, then the one that was picked', async () => {
  const run = await submit(dashboard.house, gated);
  await until(dashboard.house, run, ({ awaitingApproval }) => awaitingApproval);
  const page = await dashboard.enter('/approvals?show=waiting', { viewport: { width: 720, height: 450 } });
  const inbox = page.getByRole('list', { name: 'Approvals' });
  await inbox.getByRole('link').first().waitFor();
  expect(await inbox.locator('[aria-current]').count()).toBe(0);
  await page.keyboard.press('a');
  expect(await page.getByRole('button', { name: 'Approve this call', includeHidden: true }).count()).toBe(0);
  await page.keyboard.press('j');
  await page.getByText('These bytes open the commitment').waitFor();
  await page.getByRole('link', { name: 'All approvals' }).click();
  await inbox.getByRole('link').first().waitFor();
  await dashboard.house.ask(`/api/v1/runs/${run}/halt`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'seen enough' }),
  });
});

test('j and k move through the inbox, and the open one is in the address', async () => {
  const page = await dashboard.enter('/approvals');
  const rows = page.locator('[data-approval]');
  await rows.nth(1).waitFor();
  await page.keyboard.press('j');
  await page.waitForURL(/approval=/);
  expect(await rows.nth(1).getAttribute('aria-current')).toBe('true');
  await page.keyboard.press('k');
  await page.locator('[data-approval][aria-current="true"]').waitFor();
  const first = await rows.nth(0).getAttribute('data-approval');
  await page.waitForURL(new RegExp(String(first)));
});

test('a decision that came too late is refused in words, with its code', async () => {
  const run = await submit(dashboard.house, gated);
  await until(dashboard.house, run, ({ awaitingApproval }) => awaitingApproval);
  const page = await dashboard.enter('/approvals?show=waiting');
  await page.getByText('These bytes open the commitment').waitFor();
  // What is on the screen may be older than the truth: the list and the detail stay as they were.
  await page.route(/\/api\/v1\/approvals(\?.*|\/[0-9a-f-]+)$/, () => undefined);
  await page.keyboard.press('a');
  await page.keyboard.type('fine');
  await dashboard.house.ask(`/api/v1/runs/${run}/halt`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'changed my mind' }),
  });
  await until(dashboard.house, run, sealed);
  const answer = page.waitForResponse(/\/decision$/);
  await page.getByRole('button', { name: 'Approve this call' }).click();
  expect(((await (await answer).json()) as { code: string }).code).toBe('approval_withdrawn');
  await page.getByText('approval_withdrawn').waitFor();
});

test('a decision that cannot be sent is said, and is not sent once there is a network again', async () => {
  const run = await submit(dashboard.house, gated);
  await until(dashboard.house, run, ({ awaitingApproval }) => awaitingApproval);
  const page = await dashboard.enter(`/runs/${run}`);
  await page.getByRole('link', { name: /^Decide:/ }).click();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByLabel('Why may this be done?').fill('I read it');
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/decision') && sent.push(request.method()));
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Approve this call' }).click();
  await page.locator('article [role="alert"]').waitFor();
  // What is on the page may be old from now on, and that is said too.
  await page.locator('[data-stale]').waitFor();
  await page.context().setOffline(false);
  await page.locator('[data-stale]').waitFor({ state: 'detached' });
  expect(sent).toEqual(['POST']);
  const answer = page.waitForResponse((response) => response.url().endsWith('/decision') && response.ok());
  await page.getByRole('button', { name: 'Approve this call' }).click();
  await answer;
});

test('a call that begins to wait is told of on the desktop while nobody looks, without its arguments', async () => {
  const page = await dashboard.enter('/approvals', { permissions: ['notifications'] });
  await page.evaluate(() => {
    const told: [string, string][] = [];
    Object.assign(window, { told });
    function Told(title: string, { body = '' }: NotificationOptions = {}): void {
      told.push([title, body]);
    }
    window.Notification = Object.assign(Told, {
      permission: 'granted',
      requestPermission: () => Promise.resolve('granted'),
    }) as unknown as typeof Notification;
  });
  await page.getByRole('button', { name: 'Desktop notices: off' }).click();
  await page.getByRole('button', { name: 'Desktop notices: on' }).waitFor();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  // What waited when the page first asked is on the page, and not told of.
  await page.waitForResponse((response) => /approvals\?.*state=pending/.test(response.url()) && response.ok());
  // An ask that fails meanwhile does not end the asking.
  await page.route(/approvals\?.*state=pending/, (route) => route.fulfill({ status: 503 }), { times: 1 });
  await page.waitForResponse((response) => response.status() === 503);
  const run = await submit(dashboard.house, gated);
  await until(dashboard.house, run, ({ awaitingApproval }) => awaitingApproval);
  await page.waitForFunction(() => (window as unknown as { told: unknown[] }).told.length > 0);
  expect(await page.evaluate(() => (window as unknown as { told: unknown[] }).told)).toEqual([
    ['A call waits for your decision', 'workspace_write in default'],
  ]);
});
