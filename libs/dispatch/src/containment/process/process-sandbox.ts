/** The weakest containment: an ordinary process. It confines nothing, and says so; what it does is to end for sure. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { DispatchError } from '../../errors.ts';
import { checkSpec } from '../check-spec.ts';
import { hostPathOf } from '../child-paths.ts';
import { ended } from '../ended.ts';
import { isExecutable } from '../find-program.ts';
import { hold } from '../hold.ts';
import { sealedStdio } from '../inherited.ts';
import { killLadder } from '../kill-ladder.ts';
import { demandLevel } from '../levels.ts';
import { underLimits } from '../limits.ts';
import { signalProcess } from '../procfs.ts';
import type { Exit, Program, ProgramSpec, Sandbox, SandboxProbe } from '../sandbox.ts';
import { MARK, sweep } from './sweep.ts';

const PROBE: SandboxProbe = {
  level: 'process',
  reason:
    'Programs run as plain processes of this user: they can read and write what the user can, and reach the network.',
  mechanism: 'plain process in its own group',
};

/**
 * Starts programs as plain processes. Mounts only translate: the program's path, its working folder and environment
 * values that are a path under a mount become host paths; tmpfs mounts are ignored.
 */
export function processSandbox(): Sandbox {
  return { probe: () => Promise.resolve(PROBE), start };
}

async function start(spec: ProgramSpec): Promise<Program> {
  demandLevel('process', spec.floor, PROBE.reason);
  checkSpec(spec);
  checkReach(spec);
  const mark = randomUUID();
  const child = await launch(spec, mark);
  const pid = child.pid!;
  const ladder = killLadder({
    signal: spec.signal,
    graceMs: spec.graceMs ?? 2000,
    ask: () => signalProcess(pid, 'SIGINT'),
    kill: () => signalProcess(-pid, 'SIGKILL'),
  });
  const [stdout, stderr] = [hold(child.stdout), hold(child.stderr)];
  child.stdin.on('error', () => undefined); // A program may end without reading; the writer learns it from `exited`.
  const exited = ended(child).then(async ([code, signal]): Promise<Exit> => {
    ladder.dispose();
    const survivors = await sweep(pid, mark);
    // Whoever still holds the pipes open would keep their readers waiting for ever.
    if (survivors > 0) for (const stream of [stdout, stderr]) stream.destroy();
    return { code, signal, killed: ladder.climbed, survivors };
  });
  return { stdin: child.stdin, stdout, stderr, exited, level: 'process' };
}

/** Rejects with `runseal.program_missing` or `runseal.program_unstartable`; nothing runs then. */
async function launch(spec: ProgramSpec, mark: string): Promise<ChildProcessWithoutNullStreams> {
  const host = (place: string): string => hostPathOf(spec.mounts, place) ?? place;
  const env = Object.fromEntries(
    Object.entries(spec.env).map(([name, value]) => [name, value.startsWith('/') ? host(value) : value]),
  );
  if (!isExecutable(host(spec.path))) throw missing();
  const [file, ...args] = [...underLimits(spec.limits), host(spec.path), ...spec.args];
  const { stdio, release } = sealedStdio(['pipe', 'pipe', 'pipe']);
  try {
    const child = spawn(file!, args, { cwd: host(spec.cwd), env: { ...env, [MARK]: mark }, detached: true, stdio });
    await once(child, 'spawn');
    return child as ChildProcessWithoutNullStreams;
  } catch (cause) {
    throw unstartable(cause);
  } finally {
    release();
  }
}

function missing(cause?: unknown): DispatchError {
  return new DispatchError('runseal.program_missing', 'The program or its working folder does not exist.', { cause });
}

function unstartable(cause: unknown): DispatchError {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
  return code === 'ENOENT'
    ? missing(cause)
    : new DispatchError('runseal.program_unstartable', `The program could not be started (${code}).`, { cause });
}

/** Without a network of its own the child dials the host's port itself. */
function checkReach(spec: ProgramSpec): void {
  const bad = spec.reach.find(
    ({ port, target }) => port !== target.port || !['127.0.0.1', 'localhost', '::1'].includes(target.host),
  );
  if (bad !== undefined)
    throw new DispatchError(
      'runseal.reach_unavailable',
      `A plain process can reach port ${bad.port} only where it really is: on the loopback of this host, under the same number.`,
    );
}
