/** Finds what a worker has started among the processes of the machine. */
import { readdirSync, readFileSync } from 'node:fs';

/** Pid of the reference harness's program below this worker; null when none runs. */
export function programOfCli(worker: number): number | null {
  const program = /node[^\0]*\0[^\0]*adapters\/reference\/program\/main\.js/;
  return descendantsOf(worker).find((pid) => program.test(commandOf(pid))) ?? null;
}

/** Pids of everything below a process that is alive. */
export function descendantsOf(ancestor: number): readonly number[] {
  const parents = new Map(pids().map((pid) => [pid, parentOf(pid)]));
  const below = (pid: number): boolean => {
    const parent = parents.get(pid) ?? null;
    return parent !== null && (parent === ancestor || below(parent));
  };
  return [...parents.keys()].filter(below);
}

const pids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Null for one that is gone, or is only waiting to be collected. */
function parentOf(pid: number): number | null {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? null : Number(parent);
  } catch {
    return null;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
