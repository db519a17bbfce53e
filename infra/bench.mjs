// npm run bench [-- NAME ...]: runs the benchmarks in test/bench, or those whose name starts as asked.
// One JSON object a line on stdout: {"bench", "value", "unit", "baseline", "ratio"}; everything else goes to stderr.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { entry, BootstrapFailure } from './bootstrap/failure.mjs';
import { handOver } from './bootstrap/hand-over.mjs';
import { setUp } from './bootstrap/setup.mjs';
import { ROOT } from './bootstrap/project.mjs';

const FOLDER = join(ROOT, 'test', 'bench');

await entry(async () => {
  const asked = process.argv.slice(2);
  const files = (existsSync(FOLDER) ? readdirSync(FOLDER) : []).filter((file) => file.endsWith('.bench.ts'));
  const chosen = files.filter((file) => asked.length === 0 || asked.some((name) => file.startsWith(name)));
  if (chosen.length === 0)
    throw new BootstrapFailure(
      'bench_unknown',
      `No benchmark starts with ${asked.join(' or ') || 'anything'}; there are: ${files.join(', ') || 'none'}.`,
    );
  const node = await setUp({ dashboard: chosen.some((file) => file.startsWith('dashboard')) });
  await handOver(node, [
    join(import.meta.dirname, 'bootstrap', 'bench-runner.mjs'),
    ...chosen.map((file) => join(FOLDER, file)),
  ]);
});
