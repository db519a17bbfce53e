import { access, constants } from 'node:fs/promises';
import { chromium, type Browser } from 'playwright-core';

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** What a Chromium needs to run anywhere, and to ask nobody but the page. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts the Chromium of this system. Throws with how to get one when there is none: these tests are never skipped. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: [...CHROMIUM_FLAGS] });
}

/** The Chromium of this system. Throws with how to get one when there is none. */
export async function chromiumPath(): Promise<string> {
  const named = process.env['CHROMIUM_PATH'];
  for (const path of named === undefined ? USUAL : [named]) {
    const there = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (there) return path;
  }
  throw new Error(
    named === undefined
      ? 'The browser tests need Chromium and found none. Install it (Debian: apt-get install chromium; macOS: brew install --cask chromium) or set CHROMIUM_PATH.'
      : `CHROMIUM_PATH names ${named}, which cannot be run. Point it at a Chromium or Chrome binary.`,
  );
}
