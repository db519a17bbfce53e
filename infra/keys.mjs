// npm run keys: API keys of the installation that npm start brings up, whether or not it runs just now.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BootstrapFailure, entry } from './bootstrap/failure.mjs';
import { handOver } from './bootstrap/hand-over.mjs';
import { pinnedNode } from './bootstrap/node-version.mjs';

const PROGRAM = join(import.meta.dirname, 'dist', 'keys.js');

await entry(async () => {
  if (!existsSync(PROGRAM))
    throw new BootstrapFailure('not_built', 'Nothing is built yet: run npm start once, or npm run build.');
  await handOver(pinnedNode(), [PROGRAM, ...process.argv.slice(2)]);
});
