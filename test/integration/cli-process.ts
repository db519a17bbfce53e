import { run } from '@runseal/cli';
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

export { ROOT };

/** What a test remembers of ledgers is nobody else's business, and is forgotten after its file. */
const CONFIG = join(tmpdir(), `runseal-config-${process.pid}`);
afterAll(() => rm(CONFIG, { recursive: true, force: true }));

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout as the one JSON document it must be; the test names the contract it expects. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- one cast here instead of one a test
  json<T>(): T;
}

/** Runs `runseal` as a process of its own. */
export async function runseal(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return ended(process.execPath, [join(ROOT, 'apps', 'cli', 'bin', 'runseal.mjs'), ...args], env);
}

/**
 * Runs `runseal` in this process, where a test has many commands: each process takes most of a second to begin. That it does the
 * same in one of its own is for cli.test.ts to show.
 */
export async function runsealHere(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  let [stdout, stderr] = ['', ''];
  const { RUNSEAL_URL: url, ...others } = env;
  const code = await run([...(url === undefined ? [] : ['--url', url]), ...args], {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    env: { XDG_CONFIG_HOME: CONFIG, ...others },
    signal: new AbortController().signal,
  });
  const json: Ran['json'] = () => JSON.parse(stdout) as never;
  return { code, stdout, stderr, json };
}

/** Runs a program to its end and keeps what it wrote. */
export function ended(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      XDG_CONFIG_HOME: CONFIG,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((done, fail) => {
    child.once('error', fail);
    const json: Ran['json'] = () => JSON.parse(stdout) as never;
    child.once('close', (code) => done({ code, stdout, stderr, json }));
  });
}
