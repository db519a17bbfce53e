// Runs one program as one step a person can follow: a line when it starts, a tick with its time when it is done.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BootstrapFailure } from './failure.mjs';
import { ROOT } from './project.mjs';

const KEPT_LINES = 30;
const STILL_MS = 15_000;

/**
 * @param {{ doing: string, done: string, command: string, args: string[], env?: Record<string, string | undefined>, show?: boolean,
 *   cwd?: string, failed: { code: string, sentence: string } }} step
 */
export async function runStep({ doing, done, command, args, env = process.env, show = false, cwd = ROOT, failed }) {
  const started = Date.now();
  progress(`… ${doing}`);
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  });
  const still = setInterval(() => progress(`… ${doing}, ${secondsSince(started)} s so far`), STILL_MS);
  const lines = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => keep(lines, text));
  try {
    const [code] = await once(child, 'close');
    if (code !== 0) throw new BootstrapFailure(failed.code, failed.sentence, tailOf(lines));
  } catch (cause) {
    if (cause instanceof BootstrapFailure) throw cause;
    throw new BootstrapFailure(failed.code, `${failed.sentence} (${cause.message})`, tailOf(lines));
  } finally {
    clearInterval(still);
  }
  progress(`✓ ${done} in ${secondsSince(started)} s`);
}

/** Progress goes to stderr, so that what a command prints on stdout stays its own. */
export const progress = (line) => process.stderr.write(`${line}\n`);

const secondsSince = (started) => ((Date.now() - started) / 1000).toFixed(1);

function keep(lines, text) {
  lines.push(text);
  if (lines.length > 200) lines.splice(0, 100);
}

const tailOf = (lines) => lines.join('').trim().split('\n').slice(-KEPT_LINES).join('\n');
