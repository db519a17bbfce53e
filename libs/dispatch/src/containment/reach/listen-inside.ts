import { spawn, type ChildProcess } from 'node:child_process';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { DispatchError } from '../../errors.ts';
import { ended } from '../ended.ts';
import { findProgram } from '../find-program.ts';
import { sealedStdio } from '../inherited.ts';

const READY_MS = 10_000;

/**
 * Sockets that listen on these ports of 127.0.0.1 in the network namespace of `init`, held by this process. A process of ours
 * enters the namespace for it, and is gone when this resolves. Throws `runseal.reach_unavailable` when it cannot; none is open then.
 */
export async function listenInside(init: number, ports: readonly number[]): Promise<ReadonlyMap<number, net.Server>> {
  const nsenter = findProgram('nsenter');
  if (nsenter === null) throw unavailable('nsenter is not installed; install util-linux.');
  const { stdio, release } = sealedStdio(['ignore', 'ignore', 'pipe', 'ipc']);
  // An ordinary user has rights over the network namespace only from inside the user namespace that owns it.
  const enter = process.getuid?.() === 0 ? ['--net'] : ['--user', '--preserve-credentials', '--net'];
  const inside = spawn(
    nsenter,
    ['--target', String(init), ...enter, '--', process.execPath, programFile(), ...ports.map(String)],
    { stdio, env: {}, cwd: '/', detached: true },
  );
  release();
  const exit = ended(inside);
  const sockets = new Map<number, net.Server>();
  const problem = await handedOver(inside, exit, ports.length, sockets);
  inside.kill('SIGKILL');
  await exit;
  if (problem === null) return sockets;
  for (const socket of sockets.values()) socket.close();
  throw unavailable(problem);
}

/** Null once all sockets are here, else what went wrong. */
async function handedOver(
  inside: ChildProcess,
  exit: Promise<unknown>,
  count: number,
  sockets: Map<number, net.Server>,
): Promise<string | null> {
  let said = '';
  inside.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(0, 1000)));
  const all = new Promise<true>((resolve) =>
    inside.on('message', (message, socket) => {
      const { port } = message as { readonly port: number };
      if (socket instanceof net.Server) sockets.set(port, socket);
      if (sockets.size === count) resolve(true);
    }),
  );
  const late = new Promise<false>((resolve) => setTimeout(resolve, READY_MS, false).unref());
  if (await Promise.race([all, late, exit.then(() => false)])) return null;
  return `nothing of ours could listen there: ${said.trim().split('\n')[0] ?? ''}`;
}

/** Compiled beside this file; run from source, Node strips the types itself. */
function programFile(): string {
  return fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? './listen-main.ts' : './listen-main.js', import.meta.url),
  );
}

function unavailable(why: string): DispatchError {
  return new DispatchError('runseal.reach_unavailable', `The sandbox cannot be lent its ports: ${why}`);
}
