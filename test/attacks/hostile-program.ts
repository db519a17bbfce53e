/** A hostile child in the real sandbox: what it printed, how it ended, and who of it is left on the host. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { createSandbox, toolchain, type Exit, type Limits, type Reach, type Sandbox } from '@runseal/dispatch';

export const sandbox: Sandbox = createSandbox({ prefer: 'bubblewrap' });
const tools = toolchain();

export interface Hostile {
  readonly out: string;
  readonly exit: Exit;
  /** Its pid namespace. */
  readonly namespace: string;
  /** Host pids of what is left of it. */
  readonly left: readonly number[];
}

export interface HostileOptions {
  readonly limits?: Limits;
  readonly reach?: readonly Reach[];
  readonly env?: Readonly<Record<string, string>>;
  /** Killed once this has been printed. */
  readonly killAfter?: string;
}

let count = 0;

/** Runs a shell script that holds `$MARK` in the arguments of whatever it leaves behind. */
export async function runHostile(script: string, options: HostileOptions = {}): Promise<Hostile> {
  const mark = `hostile-${process.pid}-${(count += 1)}`;
  const controller = new AbortController();
  const program = await sandbox.start({
    path: '/bin/sh',
    // It waits for the end of its input, so that it is still there to be found.
    args: ['-c', `cat >/dev/null\n${script}`, mark],
    env: { PATH: tools.path.join(':'), MARK: mark, ...options.env },
    cwd: '/tmp',
    mounts: tools.mounts,
    reach: options.reach ?? [],
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    floor: 'kernel',
    signal: controller.signal,
    graceMs: 300,
  });
  const namespace = namespaceWith(mark);
  program.stdin.end();
  program.stderr.resume();
  let heard = '';
  program.stdout.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
    if (options.killAfter !== undefined && heard.includes(options.killAfter)) controller.abort();
  });
  const [out, exit] = await Promise.all([text(program.stdout), program.exited]);
  return {
    out,
    exit,
    namespace,
    left: processes()
      .filter((pid) => namespaceOf(pid) === namespace && isAlive(pid))
      .map(Number),
  };
}

/** The pid namespace of the child with this mark, which is not ours. */
function namespaceWith(mark: string): string {
  const own = namespaceOf('self');
  const spaces = processes()
    .filter((pid) => commandLine(pid).includes(mark))
    .map(namespaceOf);
  const found = spaces.find((space) => space !== own && space !== GONE);
  if (found === undefined) throw new Error('The child cannot be found, so nothing could be said of what it leaves.');
  return found;
}

const processes = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** A zombie is dead: it waits for its parent to ask how it ended. */
function isAlive(pid: string): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const GONE = 'gone';

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function namespaceOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return GONE;
  }
}
