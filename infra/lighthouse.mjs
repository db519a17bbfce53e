// npm run lighthouse [-- REPORT.html]: installs the pinned Lighthouse in test/lighthouse and measures the run page with it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { entry, BootstrapFailure } from './bootstrap/failure.mjs';
import { handOver } from './bootstrap/hand-over.mjs';
import { setUp } from './bootstrap/setup.mjs';
import { ROOT } from './bootstrap/project.mjs';

const FOLDER = join(ROOT, 'test', 'lighthouse');

await entry(async () => {
  const node = await setUp({ dashboard: true });
  if (!existsSync(join(FOLDER, 'node_modules', 'lighthouse'))) {
    const installed = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: FOLDER,
      stdio: ['ignore', 2, 2],
    });
    if (installed.status !== 0)
      throw new BootstrapFailure('lighthouse_missing', 'Lighthouse could not be installed; npm says why above.');
  }
  await handOver(node, [join(FOLDER, 'run-page.mjs'), ...process.argv.slice(2)]);
});
