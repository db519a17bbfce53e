// Checks that are not tests: each is one program, and each that fails counts as one failure in the closing line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { progress } from './steps.mjs';

const MODULES = join(ROOT, 'node_modules');

const CHECKS = [
  ['Types of the tests', ['typescript', 'bin', 'tsc'], ['-p', 'test/tsconfig.json']],
  ['Lint', ['eslint', 'bin', 'eslint.js'], ['.']],
  ['Formatting', ['prettier', 'bin', 'prettier.cjs'], ['--check', '--log-level', 'warn', '.']],
];

/** Runs every check, showing what each says. @returns {Promise<number>} how many failed */
export async function runChecks(node) {
  let failures = 0;
  for (const [title, program, args] of CHECKS) {
    const started = Date.now();
    const code = await run(node, [join(MODULES, ...program), ...args]);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    progress(
      code === 0 ? `✓ ${title} in ${seconds} s` : `✗ ${title} failed after ${seconds} s; what is wrong is above`,
    );
    if (code !== 0) failures += 1;
  }
  return failures;
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
