// npm run harnesses: the same goal through every harness, real CLIs and scripted models, on a throw-away database.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from './bootstrap/checks.mjs';
import { entry } from './bootstrap/failure.mjs';
import { handOver } from './bootstrap/hand-over.mjs';
import { pinnedNode } from './bootstrap/node-version.mjs';
import { ROOT } from './bootstrap/project.mjs';
import { setUp } from './bootstrap/setup.mjs';

const HELP = `Usage: npm run harnesses -- [--only WAY]... [--out DIR] [--json] [--no-setup]

Runs one goal through echo, chat, codex exec (strict and contained, with and without the model gateway), codex
app-server (strict and contained), Claude Code, opencode and Gemini CLI: the real, pinned programs, each against a scripted model on
loopback, without key or network. Seals and verifies every run on a throw-away database, and prints tier mixes,
verdicts, gaps, reconciliation and enforcement profiles side by side. Exit code 0, or 1 when a way failed or could not be installed.

  --only WAY   only this way or harness, e.g. codex-strict or claude; may be given several times
  --out DIR    write each record, its receipt, the keys and side-by-side.json there (made when missing)
  --json       print JSON on stdout instead of tables; progress goes to stderr either way
  --no-setup   run what is built and installed; install and build nothing
  --help       show this text`;

const FOLDER = join(ROOT, 'test', 'harnesses');
const options = parse(process.argv.slice(2));
if (options.wrong) {
  console.error(`${options.wrong} (usage)\n\n${HELP}`);
  process.exitCode = 2;
} else if (options.help) {
  console.log(HELP);
} else {
  await entry(async () => {
    const node = options['no-setup'] ? pinnedNode() : await setUp({ dashboard: false });
    // What cannot be installed is named there; the ways that need it then fail by name, and the others still run.
    const installed = options['no-setup'] ? 0 : await install(node, options.only ?? []);
    const { out = '', json, only = [] } = options;
    await handOver(node, [join(FOLDER, 'side-by-side', 'main.ts'), out, json ? 'json' : '', ...only]);
    if (installed !== 0) process.exitCode ||= 1;
  });
}

/** Only what the chosen ways need. stdout is kept for the result. */
async function install(node, only) {
  const CLIS = ['codex', 'claude', 'opencode', 'gemini'];
  const names = only.length === 0 ? ['all'] : CLIS.filter((cli) => only.some((way) => way.startsWith(cli)));
  if (names.length === 0) return 0;
  return run(node, [join(FOLDER, 'install.mjs'), ...names], process.env, 2);
}

function parse(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: { type: 'string', multiple: true },
        out: { type: 'string' },
        json: { type: 'boolean' },
        'no-setup': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values;
  } catch (cause) {
    return { wrong: cause.message };
  }
}
