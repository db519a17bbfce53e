/**
 * Measures the run page with Lighthouse in the Chromium of this system, as an auditor's desktop sees it, and ends with 1
 * when the median performance or accessibility of three measurements is below 95. One JSON object a line, as the benchmarks print them.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import lighthouse, { desktopConfig } from 'lighthouse';
import { CHROMIUM_FLAGS, chromiumPath } from '../browser/chromium.ts';
import { openBenchInstallation, signIn } from '../bench/dashboard/house.ts';

const LEAST = 95;
const ROUNDS = 3;
const EVENTS = 1_000;
const REPORT = process.argv[2];

const installation = await openBenchInstallation();
const profile = await mkdtemp(join(tmpdir(), 'runseal-lighthouse-'));
const port = await freePort();
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: await chromiumPath(),
  args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
});
try {
  await signIn(await browser.newPage(), installation);
  const url = `${installation.url}/runs/${await installation.longRun(EVENTS)}`;
  const onlyCategories = ['performance', 'accessibility', 'best-practices'];
  // The session is a cookie; clearing storage would sign out.
  const results = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const options = { port, onlyCategories, disableStorageReset: true, output: 'html' };
    const measured = await lighthouse(url, options, desktopConfig);
    if (measured === undefined) throw new Error('Lighthouse gave no result.');
    results.push(measured);
  }
  for (const id of onlyCategories) {
    const scores = results.map(({ lhr }) => Math.round((lhr.categories[id]?.score ?? 0) * 100)).sort((a, b) => a - b);
    const value = scores[Math.floor(ROUNDS / 2)];
    process.stdout.write(
      `${JSON.stringify({ bench: `lighthouse.run.${id}`, value, unit: 'of 100', baseline: LEAST, ratio: Number((value / LEAST).toFixed(3)) })}\n`,
    );
    process.stderr.write(`${id}: ${scores.join(', ')}\n`);
    if (id !== 'best-practices' && value < LEAST) process.exitCode = 1;
  }
  const last = results.at(-1);
  for (const { id, title, score, displayValue } of Object.values(last.lhr.audits))
    if (score !== null && score < 0.9) process.stderr.write(`${id}: ${title} ${displayValue ?? ''}\n`);
  if (REPORT !== undefined) await writeFile(REPORT, String(last.report));
} finally {
  await browser.close();
  await installation.close();
  await rm(profile, { recursive: true, force: true });
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const closed = once(server, 'close');
  server.close();
  await closed;
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  return address.port;
}
