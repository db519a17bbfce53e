// Checks that are not tests: each is one program, and each that fails counts as one failure in the closing line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { progress } from './steps.mjs';

const MODULES = join(ROOT, 'node_modules');

/** Longest first. Lint in two halves that share little: each builds the types of its half. */
const CHECKS = [
  ['Lint of the libraries and tests', ['eslint', 'bin', 'eslint.js'], ['libs', 'test']],
  [
    'Lint of the rest',
    ['eslint', 'bin', 'eslint.js'],
    ['.', '--ignore-pattern', 'libs/**', '--ignore-pattern', 'test/**'],
  ],
  ['Formatting', ['prettier', 'bin', 'prettier.cjs'], ['--check', '--log-level', 'warn', '.']],
  ['Types of the tests', ['typescript', 'bin', 'tsc'], ['-p', 'test/tsconfig.json']],
];
const AT_ONCE = Math.min(4, availableParallelism());

/** Runs every check, as many at once as there are processors, showing what each says when it is done. @returns {Promise<number>} how many failed */
export async function runChecks(node) {
  const waiting = [...CHECKS];
  let failures = 0;
  const lane = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
      if (!(await passes(node, check))) failures += 1;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return failures;
}

async function passes(node, [title, program, args]) {
  const started = Date.now();
  const child = spawn(node, [join(MODULES, ...program), ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(said);
  progress(code === 0 ? `✓ ${title} in ${seconds} s` : `✗ ${title} failed after ${seconds} s; what is wrong is above`);
  return code === 0;
}

/**
 * Runs a program in the project's root with its output shown.
 *
 * @param {'inherit' | 2} stdout 2: what it prints goes to stderr, where stdout is kept for a result
 * @returns {Promise<number>} its exit code; 1 for a signal
 */
export async function run(command, args, env = process.env, stdout = 'inherit') {
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', stdout, 'inherit'] });
  const [code] = await once(child, 'close');
  return code ?? 1;
}
