import fs from 'node:fs';
import type { Limits } from './sandbox.ts';
import { findProgram } from './find-program.ts';

/**
 * What stands before a command so that it, and all it starts, runs under limits; nothing where none are asked for. The number
 * of processes is not among them: it counts all of the user's, and would punish whoever starts the command.
 */
export function underLimits(asked: Limits | undefined): string[] {
  const prlimit = asked === undefined ? null : prlimitProgram();
  const { processes: _, ...limits } = asked ?? {};
  return prlimit === null ? [] : [prlimit, ...prlimitArgs(limits), '--'];
}

/**
 * Arguments for prlimit(1). Memory is RLIMIT_DATA, which counts what a process writes to and not the address space it
 * only reserves (a JavaScript engine reserves gigabytes). All of these hold per process, not for the tree.
 */
export function prlimitArgs(limits: Limits): string[] {
  const flags: [string, number | undefined][] = [
    ['data', limits.memoryBytes],
    ['fsize', limits.fileBytes],
    ['nofile', limits.openFiles],
    ['nproc', limits.processes],
  ];
  return [...flags.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])), '--core=0'];
}

/** Absolute path of prlimit(1), or null: then no limit is enforced, and the probe's mechanism says so. */
export function prlimitProgram(): string | null {
  return findProgram('prlimit');
}

/** The kernel exempts the user root from RLIMIT_NPROC, in every namespace. */
export function processLimitHolds(): boolean {
  return process.getuid?.() !== 0 && fs.existsSync('/proc/self/limits');
}
