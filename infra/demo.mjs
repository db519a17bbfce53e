// npm run demo: one welcome goal, run natively and through the reference harness on a throw-away database, exported.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { entry } from './bootstrap/failure.mjs';
import { handOver } from './bootstrap/hand-over.mjs';
import { pinnedNode } from './bootstrap/node-version.mjs';
import { setUp } from './bootstrap/setup.mjs';

const HELP = `Usage: npm run demo -- --out DIR [--no-setup]

Runs the welcome goal twice (echo, and the bundled reference harness) on a throw-away database, seals and verifies both
runs, and exports each into DIR: RUN.provetrail, RUN.tlog-proof (its receipt of the ledger), RUN.leaves,
RUN.content.jsonl, and the public keys in keys.json. Prints one table of
what those files say. Exit code 0, or 1 with the reason.

  --out DIR    where to write (made when missing)
  --no-setup   run what is built; install and build nothing
  --help       show this text`;

const options = parse(process.argv.slice(2));
if (options.help) {
  console.log(HELP);
} else if (options.out === undefined) {
  console.error(`${options.wrong ?? 'Say where to write the records: npm run demo -- --out DIR.'} (usage)\n\n${HELP}`);
  process.exitCode = 2;
} else {
  await entry(async () => {
    const node = options['no-setup'] ? pinnedNode() : await setUp({ dashboard: false });
    await handOver(node, [join(import.meta.dirname, 'dist', 'demo.js'), options.out]);
  });
}

function parse(args) {
  try {
    const { values } = parseArgs({
      args,
      options: { out: { type: 'string' }, 'no-setup': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    return values;
  } catch (cause) {
    return { wrong: cause.message };
  }
}
