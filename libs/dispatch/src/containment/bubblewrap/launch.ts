/** Starts bubblewrap and holds the program back until its network and limits are in place. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Duplex, Readable, Writable } from 'node:stream';
import { DispatchError } from '../../errors.ts';
import { ended } from '../ended.ts';
import { hold } from '../hold.ts';
import { sealedStdio } from '../inherited.ts';
import { underLimits } from '../limits.ts';
import { childrenOf, commandLineOf } from '../procfs.ts';
import type { ProgramSpec } from '../sandbox.ts';
import { waitFor } from '../wait-for.ts';
import { sandboxOptions } from './arguments.ts';
import { systemCallFilter } from './seccomp.ts';

const SET_UP_MS = 10_000;
const ARGS_FD = 3;
const STATUS_FD = 4;
const BLOCK_FD = 5;
const FILTER_FD = 6;

export interface Launched {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** bubblewrap itself, outside. */
  readonly outer: ChildProcess;
  /** Host pid of the first process of the namespaces; killing it kills everything inside. */
  readonly init: number;
  /** Lets the program start. Answers its host pid, or null when it has already ended. Rejects when it could not be started. */
  unblock(): Promise<number | null>;
  /** bubblewrap's exit, and the program's own exit code: null when it did not run to an end. */
  readonly ended: Promise<{ readonly outer: number | null; readonly program: number | null }>;
}

/** Rejects with `runseal.containment_failed` when the namespaces cannot be made; nothing runs then. */
export async function launch(bwrap: string, spec: ProgramSpec): Promise<Launched> {
  const own = Array.from({ length: FILTER_FD + 1 }, () => 'pipe' as const);
  const { stdio, release } = sealedStdio(own);
  const fds = ['--args', String(ARGS_FD), '--json-status-fd', String(STATUS_FD), '--block-fd', String(BLOCK_FD)];
  const filter = systemCallFilter(process.arch);
  if (filter !== null) fds.push('--seccomp', String(FILTER_FD));
  const [file, ...argv] = [...underLimits(spec.limits), bwrap, ...fds, '--', spec.path, ...spec.args];
  const outer = spawn(file!, argv, { stdio, env: {}, cwd: '/', detached: true });
  release();
  const exit = ended(outer);
  // All descriptors were asked for as pipes, which Node's types cannot follow: sockets, both readable and writable.
  const pipes = outer.stdio as unknown as readonly [Duplex, Duplex, Duplex, Duplex, Duplex, Duplex, Duplex];
  const [stdin, , , args, statusPipe, block, filterPipe] = pipes;
  const [stdout, stderr] = [hold(pipes[1]), hold(pipes[2])];
  // Each of them may be closed by the other side before all is written; that shows in the exit.
  for (const stream of [stdin, args, block, filterPipe]) stream.on('error', () => undefined);
  args.end(sandboxOptions(spec));
  filterPipe.end(filter ?? Buffer.alloc(0));

  const status = readStatus(statusPipe);
  const init = await Promise.race([
    status.init,
    exit.then(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, SET_UP_MS, null).unref()),
  ]);
  if (init === null) {
    outer.kill('SIGKILL');
    throw await failure(stderr);
  }
  const finished = exit.then(async ([code]) => ({ outer: code, program: await status.exitCode }));
  return {
    stdin,
    stdout,
    stderr,
    outer,
    init,
    ended: finished,
    async unblock() {
      block.end('\n');
      let over: { program: number | null } | undefined;
      void finished.then((facts) => (over = facts));
      let program: number | null = null;
      const running = await waitFor(() => over !== undefined || (program = programIn(init, bwrap)) !== null, SET_UP_MS);
      if (!running || (over !== undefined && over.program === null)) throw await failure(stderr);
      return program;
    },
  };
}

/** Host pid of the program once it has replaced bubblewrap's own child, else null. */
function programIn(init: number, bwrap: string): number | null {
  const [child] = childrenOf(init);
  if (child === undefined) return null;
  const commandLine = commandLineOf(child);
  const stillBubblewrap = commandLine === null || commandLine === '' || commandLine.startsWith(`${bwrap}\0--args\0`);
  return stillBubblewrap ? null : child;
}

/** Lines of `--json-status-fd`: first the pid, at the end the exit code, which is missing when the program never ran. */
function readStatus(stream: Readable): {
  readonly init: Promise<number | null>;
  readonly exitCode: Promise<number | null>;
} {
  let init: (pid: number | null) => void;
  let exitCode: (code: number | null) => void;
  const answer = {
    init: new Promise<number | null>((resolve) => (init = resolve)),
    exitCode: new Promise<number | null>((resolve) => (exitCode = resolve)),
  };
  stream.on('error', () => undefined);
  const lines = createInterface({ input: stream });
  lines.on('line', (line) => {
    const facts = JSON.parse(line) as { 'child-pid'?: number; 'exit-code'?: number };
    if (facts['child-pid'] !== undefined) init(facts['child-pid']);
    if (facts['exit-code'] !== undefined) exitCode(facts['exit-code']);
  });
  lines.on('close', () => {
    init(null);
    exitCode(null);
  });
  return answer;
}

/** What bubblewrap said on stderr before the program ran. */
async function failure(stderr: Readable): Promise<DispatchError> {
  let said = '';
  stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(0, 2000)));
  await Promise.race([
    new Promise((resolve) => stderr.once('close', resolve).once('end', resolve)),
    new Promise((resolve) => setTimeout(resolve, 1000).unref()),
  ]);
  const cause = new Error(said.trim());
  return /execvp .*No such file/.test(said)
    ? new DispatchError(
        'runseal.program_missing',
        'The program does not exist in the sandbox. Mount the folder it lives in.',
        { cause },
      )
    : new DispatchError('runseal.containment_failed', `The sandbox could not be set up: ${firstLine(said)}`, { cause });
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.slice(0, 300) || 'bubblewrap ended without a word.';
}
