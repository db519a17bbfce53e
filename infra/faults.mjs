// npm run faults [-- VICTIM ...]: kills the worker, the API, Postgres and the external CLI at every step of an episode, and
// holds what is left against the rules (docs/faults.md). One table on stdout; everything else goes to stderr.
import { join } from 'node:path';
import { entry } from './bootstrap/failure.mjs';
import { handOver } from './bootstrap/hand-over.mjs';
import { setUp } from './bootstrap/setup.mjs';
import { ROOT } from './bootstrap/project.mjs';

await entry(async () => {
  const node = await setUp({ dashboard: false });
  await handOver(node, [join(ROOT, 'test', 'faults', 'main.ts'), ...process.argv.slice(2)]);
});
