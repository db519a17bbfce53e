// npm start: sets up what is missing, then starts Postgres, the API, the worker and the dashboard.
import { join } from 'node:path';
import { checkNotRunning } from './bootstrap/already-running.mjs';
import { entry } from './bootstrap/failure.mjs';
import { handOver } from './bootstrap/hand-over.mjs';
import { pinnedNode } from './bootstrap/node-version.mjs';
import { setUp } from './bootstrap/setup.mjs';

const HELP = `Usage: npm start [-- --no-setup]

Installs and builds what is missing, then starts Postgres, the API, the worker and the dashboard. Ctrl-C stops them all.
Settings (environment): RUNSEAL_PORT 4400, RUNSEAL_WEB_PORT 4401, RUNSEAL_DATA_DIR .runseal, DATABASE_URL (your Postgres).

  --no-setup   start what is built; install and build nothing
  --help       show this text`;

const args = process.argv.slice(2);
const unknown = args.find((arg) => !['--no-setup', '--help', '-h'].includes(arg));
if (args.includes('--help') || args.includes('-h')) {
  console.log(HELP);
} else if (unknown !== undefined) {
  console.error(`npm start does not know ${unknown}.\n\n${HELP}`);
  process.exitCode = 2;
} else {
  await entry(async () => {
    checkNotRunning();
    const node = args.includes('--no-setup') ? pinnedNode() : await setUp({ dashboard: true });
    await handOver(node, [join(import.meta.dirname, 'dist', 'start.js')]);
  });
}
