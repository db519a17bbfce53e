import type { Page } from 'playwright-core';

/** State of each verdict shown on a page, in order. */
export async function verdictStates(page: Page): Promise<(string | null)[]> {
  const cells = await page.locator('[data-verdict]').all();
  return Promise.all(cells.map((cell) => cell.getAttribute('data-state')));
}

/** Waits until a verification in this browser has ended with a report. */
export async function verified(page: Page): Promise<void> {
  await page.locator('[data-verification="done"]').waitFor();
}
