/** Runs one command in a workspace, inside the sandbox, to its end: for `run_command` and for an operator's own check. */
import type { ContainmentLevel } from '@runseal/spine';
import type { Exit, Limits, Sandbox } from '../../containment/sandbox.ts';
import type { EgressLease } from '../../egress/lease.ts';
import { HeadAndTail } from '../../output.ts';
import type { Bounded } from '../../output.ts';
import { locateProgram } from './locate-program.ts';
import { toolchain } from './toolchain.ts';
import type { Toolchain } from './toolchain.ts';

/** Where a command sees the workspace. */
export const WORKSPACE = '/workspace';

export interface Command {
  /** Program and arguments; no shell reads them. */
  readonly argv: readonly string[];
  /** Folder to run in, relative to the workspace; default: the workspace itself. */
  readonly folder?: string;
  readonly stdin?: string;
  readonly timeoutMs: number;
}

export interface CommandContext {
  /** Real path on the host; the only place the command can write to, beside its own /tmp. */
  readonly workspace: string;
  readonly sandbox: Sandbox;
  readonly floor: ContainmentLevel;
  readonly signal: AbortSignal;
  readonly maxOutputBytes: number;
  readonly limits?: Limits;
  /** A way out for it; absent: it has none. */
  readonly egress?: () => EgressLease;
  readonly toolchain?: Toolchain;
}

export interface CommandEnd {
  readonly exit: Exit;
  /** stdout and stderr as they arrived, head and tail. */
  readonly output: Bounded;
  readonly timedOut: boolean;
  readonly level: ContainmentLevel;
}

export const DEFAULT_LIMITS: Limits = {
  memoryBytes: 2 * 1024 ** 3,
  fileBytes: 1024 ** 3,
  openFiles: 1024,
  processes: 512,
};

/** Throws ActionError `not_found` for a program that is not there, DispatchError when the sandbox cannot be had. */
export async function runProgram(command: Command, context: CommandContext): Promise<CommandEnd> {
  const lease = context.egress?.();
  try {
    return await run(command, context, lease);
  } finally {
    lease?.release();
  }
}

async function run(command: Command, context: CommandContext, lease: EgressLease | undefined): Promise<CommandEnd> {
  const tools = context.toolchain ?? toolchain();
  const mounts = [...tools.mounts, { kind: 'rw' as const, host: context.workspace, child: WORKSPACE }];
  const cwd = command.folder === undefined || command.folder === '' ? WORKSPACE : `${WORKSPACE}/${command.folder}`;
  const timeout = new AbortController();
  const program = await context.sandbox.start({
    path: locateProgram(command.argv[0] ?? '', { mounts, path: tools.path, cwd }),
    args: command.argv.slice(1),
    env: { PATH: tools.path.join(':'), HOME: '/tmp', TMPDIR: '/tmp', LANG: 'C.UTF-8', TERM: 'dumb', ...lease?.env },
    cwd,
    mounts,
    reach: lease === undefined ? [] : [lease.reach],
    limits: context.limits ?? DEFAULT_LIMITS,
    floor: context.floor,
    signal: AbortSignal.any([context.signal, timeout.signal]),
  });
  // The time is the program's own: a sandbox that is slow to come up costs it nothing.
  const timer = setTimeout(() => timeout.abort(), command.timeoutMs);
  const output = new HeadAndTail(context.maxOutputBytes);
  program.stdin.end(command.stdin ?? '');
  await Promise.all([drain(program.stdout, output), drain(program.stderr, output), program.exited]);
  clearTimeout(timer);
  const exit = await program.exited;
  return { exit, output: output.text(), timedOut: exit.killed && !context.signal.aborted, level: program.level };
}

/** Resolves when the stream is over, however it ends. */
async function drain(stream: NodeJS.ReadableStream, output: HeadAndTail): Promise<void> {
  try {
    for await (const chunk of stream) output.push(chunk as Buffer);
  } catch {
    // Cut off because a process that could not be killed held it open; the exit counts that process.
  }
}
