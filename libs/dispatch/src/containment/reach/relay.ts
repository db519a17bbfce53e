import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DispatchError } from '../../errors.ts';
import { ended } from '../ended.ts';
import { findProgram } from '../find-program.ts';
import { sealedStdio } from '../inherited.ts';

const READY_MS = 10_000;

export interface Relay {
  close(): Promise<void>;
}

/** Starts the relay in the network namespace of `init`. Throws `runseal.reach_unavailable` when it cannot. */
export async function startRelay(
  init: number,
  lines: readonly { readonly port: number; readonly socket: string }[],
): Promise<Relay> {
  const nsenter = findProgram('nsenter');
  if (nsenter === null) throw unavailable('nsenter is not installed; install util-linux.');
  const { stdio, release } = sealedStdio(['pipe', 'pipe', 'pipe']);
  // An ordinary user has rights over the network namespace only from inside the user namespace that owns it.
  const enter = process.getuid?.() === 0 ? ['--net'] : ['--user', '--preserve-credentials', '--net'];
  const relay = spawn(
    nsenter,
    [
      '--target',
      String(init),
      ...enter,
      '--',
      process.execPath,
      relayFile(),
      ...lines.flatMap(({ port, socket }) => [String(port), socket]),
    ],
    { stdio, env: {}, cwd: '/', detached: true },
  );
  release();
  const exit = ended(relay);
  relay.stdin?.on('error', () => undefined);
  const close = async (): Promise<void> => {
    relay.stdin?.end();
    relay.kill('SIGKILL');
    await exit;
  };
  const problem = await readiness(relay, exit);
  if (problem === null) return { close };
  await close();
  throw unavailable(problem);
}

/** Null once READY was said, else what went wrong. */
async function readiness(relay: ChildProcess, exit: Promise<unknown>): Promise<string | null> {
  let said = '';
  relay.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(0, 1000)));
  const ready = new Promise<true>((resolve) =>
    relay.stdout?.on('data', (chunk: Buffer) => (chunk.includes('READY') ? resolve(true) : undefined)),
  );
  const late = new Promise<false>((resolve) => setTimeout(resolve, READY_MS, false).unref());
  if (await Promise.race([ready, late, exit.then(() => false)])) return null;
  return `the relay did not start: ${said.trim().split('\n')[0] ?? ''}`;
}

/** Compiled beside this file; run from source, Node strips the types itself. */
function relayFile(): string {
  return fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? './relay-main.ts' : './relay-main.js', import.meta.url),
  );
}

function unavailable(why: string): DispatchError {
  return new DispatchError('runseal.reach_unavailable', `The sandbox cannot be lent its ports: ${why}`);
}
