import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
export const EXAMPLE = join(ROOT, 'examples/remote-harness/harness.py');
export const ODD = join(import.meta.dirname, 'fixtures/odd_harness.py');

/** A harness in Python, as a real process. */
export interface PythonHarness {
  /** `127.0.0.1:PORT` */
  readonly address: string;
  stop(): Promise<void>;
}

/** Starts it and waits until it listens. */
export async function startHarness(script: string, env: Record<string, string> = {}, port = 0): Promise<PythonHarness> {
  const args = script === EXAMPLE ? [script, '--port', String(port)] : [script];
  const child = spawn('python3', args, {
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { address: await listening(child), stop: () => stopped(child) };
}

async function listening(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    said += chunk.toString();
    const match = /listening on (\S+)\n/.exec(said);
    if (match !== null) return match[1]!;
  }
  throw new Error(`the harness ended: ${said}`);
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
