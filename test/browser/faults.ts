import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** The rules whose answer hangs on colours; all others look at what is the same in both schemes. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];
const PHONE = { width: 390, height: 844 };

/** Serious and critical violations of WCAG 2.2 AA, with what they are about. */
export const faults = (page: Page): Promise<string[]> => found(page, axeFor(page).withTags(TAGS));

/** The same of the rules that look at colours, once the page is dark. The page stays dark. */
export async function faultsInDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  return found(page, axeFor(page).withRules(OF_COLOUR));
}

/** How much wider than a phone the page is, in pixels. The page stays as narrow as one. */
export async function overPhone(page: Page): Promise<number> {
  await page.setViewportSize(PHONE);
  return page.evaluate((width) => Math.max(0, document.documentElement.scrollWidth - width), PHONE.width);
}

/** Everything that is looked at on a page: in light, in dark, and on a phone. */
export async function look(page: Page): Promise<{ light: string[]; dark: string[]; overPhone: number }> {
  return { light: await faults(page), dark: await faultsInDark(page), overPhone: await overPhone(page) };
}

export const SPOTLESS = { light: [], dark: [], overPhone: 0 };

/**
 * Axe within the page itself, which brings out only what is wrong: the account of all that is right is many megabytes,
 * and in the usual mode it is carried out and back in once more. The mode is for pages without frames; see below.
 */
const axeFor = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();

async function found(page: Page, axe: AxeBuilder): Promise<string[]> {
  if (page.frames().length > 1) throw new Error(`${page.url()} has frames, and this mode does not look into all.`);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${String(target)}: ${failureSummary?.split('\n')[1] ?? ''}`),
    );
}
