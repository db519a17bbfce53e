// npm run attacks [-- TRIALS]: attacks runs as a superuser of the database would, sixty times each, and says what caught it;
// then the opposite: harmless things that must alarm nobody. Two tables on stdout; everything else goes to stderr.
import { join } from 'node:path';
import { entry } from './bootstrap/failure.mjs';
import { handOver } from './bootstrap/hand-over.mjs';
import { setUp } from './bootstrap/setup.mjs';
import { ROOT } from './bootstrap/project.mjs';

await entry(async () => {
  const node = await setUp({ dashboard: false });
  await handOver(node, [join(ROOT, 'test', 'attacks', 'main.ts'), ...process.argv.slice(2)]);
});
