import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, '../../apps/api/dist');

/** One of our programs as a real process. */
export interface Running {
  readonly child: ChildProcess;
  /** Everything it wrote to stderr so far. */
  readonly log: () => string;
  /** Resolves with exit code and signal. */
  readonly exited: Promise<readonly [code: number | null, signal: NodeJS.Signals | null]>;
}

export interface ProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  /** A program and arguments put in front, e.g. a sandbox. */
  readonly through?: readonly string[];
}

const started = new Set<ChildProcess>();

/** Kills whatever a test that failed in the middle left running. For `afterEach`. */
export function killRest(): void {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
}

/** Starts `dist/<name>.js` with this environment and nothing else of ours. */
export function run(
  name: 'main' | 'worker-main' | 'admin-main',
  { env, through = [] }: ProcessOptions,
  args: readonly string[] = [],
): Running {
  const [program, ...rest] = [...through, process.execPath, join(DIST, `${name}.js`), ...args];
  const child = spawn(program!, rest, {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  return { child, log: () => log, exited: once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]> };
}

/** Starts a worker process and waits until it says that it is ready. */
export async function runWorker(options: ProcessOptions): Promise<Running> {
  const worker = run('worker-main', { ...options, env: { ...options.env, RUNSEAL_LOG_LEVEL: 'info' } });
  await said(worker, 'worker ready');
  return worker;
}

/** Waits until a process wrote this to stderr; throws with all that it wrote once it ended without, by exit or by signal. */
export async function said({ child, log, exited }: Running, text: string): Promise<void> {
  while (!log().includes(text)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the process ended before it said "${text}": ${log()}`);
    await Promise.race([once(child.stderr!, 'data'), exited]);
  }
}
