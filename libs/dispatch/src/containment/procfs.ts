/** Facts about processes from /proc. Everything here may be stale the moment it is read. */
import fs from 'node:fs';

export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Exited and only waiting to be collected. */
  readonly zombie: boolean;
}

/** All processes that can be seen; empty where there is no /proc. */
export function listProcesses(): ProcessFacts[] {
  return numericEntries('/proc').flatMap((pid) => factsOf(pid) ?? []);
}

export function factsOf(pid: number): ProcessFacts | null {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The program's name stands in parentheses and may itself hold parentheses and spaces.
  const [state, parent, group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    zombie: state === 'Z' || state === 'X',
  };
}

/** Living children of a process; by the kernel's own list where it keeps one, else by looking at everybody. */
export function childrenOf(parent: number): number[] {
  const listed = read(`/proc/${parent}/task/${parent}/children`);
  if (listed !== null) return listed.split(' ').filter(Boolean).map(Number).filter(isAlive);
  return listProcesses()
    .filter((facts) => facts.parent === parent && !facts.zombie)
    .map(({ pid }) => pid);
}

export function isAlive(pid: number): boolean {
  const facts = factsOf(pid);
  return facts !== null && !facts.zombie;
}

/** `pid:[4026531836]`, or null when it cannot be read. */
export function namespaceOf(pid: number, kind: 'pid' | 'net' | 'user'): string | null {
  try {
    return fs.readlinkSync(`/proc/${pid}/ns/${kind}`);
  } catch {
    return null;
  }
}

/** NUL-joined argv; null when the process is gone. */
export function commandLineOf(pid: number): string | null {
  return read(`/proc/${pid}/cmdline`);
}

/** Initial environment; null when it may not be read or the process is gone. */
export function environmentOf(pid: number): string | null {
  return read(`/proc/${pid}/environ`);
}

/** Sends a signal; false when there was nobody to take it. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function numericEntries(folder: string): number[] {
  try {
    return fs
      .readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function read(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
