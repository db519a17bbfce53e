/**
 * A control group of its own for one program and all it starts: limits that hold for the tree, for root too. Made where
 * the host lets us make one, by trying: version 1 (a folder per controller) or version 2 (one folder, if delegated).
 */
import fs from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from './procfs.ts';
import type { Limits } from './sandbox.ts';
import { waitFor } from './wait-for.ts';

export interface ControlGroup {
  /** Which limits the group holds. */
  readonly holds: { readonly memory: boolean; readonly processes: boolean };
  /**
   * Everything this process starts from now on is in the group too. Rejects when it cannot be put there. The kernel takes its
   * time (7 ms and more a folder), so nobody else is kept waiting for it.
   */
  add(pid: number): Promise<void>;
  /** Once everything in it is gone. Never rejects. */
  remove(): Promise<void>;
}

/** null where no group can be had, or nothing is to be limited. */
export function makeControlGroup(limits: Pick<Limits, 'memoryBytes' | 'processes'>): ControlGroup | null {
  const memory = limits.memoryBytes === undefined ? null : folderFor('memory', MEMORY, limits.memoryBytes);
  // The first process of the namespaces is one of them, and the program is another.
  const processes = limits.processes === undefined ? null : folderFor('pids', ['pids.max'], limits.processes + 1);
  const folders = [memory, processes].filter((folder) => folder !== null);
  if (folders.length === 0) return null;
  return {
    holds: { memory: memory !== null, processes: processes !== null },
    async add(pid) {
      await Promise.all(folders.map((folder) => writeFile(path.join(folder, 'cgroup.procs'), String(pid))));
    },
    async remove() {
      await waitFor(() => folders.map(removed).every(Boolean), REMOVE_MS);
    },
  };
}

const REMOVE_MS = 2000;
/** Version 2 and version 1 name it differently. */
const MEMORY = ['memory.max', 'memory.limit_in_bytes'];
const NAME = 'runseal-';
let made = 0;

/** A new folder in which the controller's limit is set, else null. */
function folderFor(controller: string, files: readonly string[], limit: number): string | null {
  for (const parent of parentsOf(controller)) {
    sweep(parent);
    made += 1;
    const folder = path.join(parent, `${NAME}${process.pid}-${made}`);
    try {
      fs.mkdirSync(folder);
      const file = files.map((name) => path.join(folder, name)).find((each) => fs.existsSync(each));
      if (file !== undefined) {
        fs.writeFileSync(file, String(limit));
        return folder;
      }
    } catch {
      // Not ours to make, or not ours to limit: the next place, or none.
    }
    removed(folder);
  }
  return null;
}

/** Where a group of ours may stand: in the group we are in, else at the root of what we see of the hierarchy. */
function parentsOf(controller: string): string[] {
  const lines = readOr('/proc/self/cgroup')
    .split('\n')
    .map((line) => line.split(':'));
  const places = [
    [`/sys/fs/cgroup/${controller}`, lines.find(([, names]) => names?.split(',').includes(controller))?.[2]],
    ['/sys/fs/cgroup', lines.find(([id, names]) => id === '0' && names === '')?.[2]],
  ] as const;
  return places.flatMap(([root, own]) =>
    own === undefined || !fs.existsSync(path.join(root, 'cgroup.procs')) ? [] : [path.join(root, own), root],
  );
}

/** A process that was killed could not remove its groups. */
function sweep(parent: string): void {
  for (const name of listOr(parent)) {
    const pid = Number(new RegExp(`^${NAME}(\\d+)-\\d+$`).exec(name)?.[1]);
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) removed(path.join(parent, name));
  }
}

function removed(folder: string): boolean {
  try {
    fs.rmdirSync(folder);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

function readOr(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function listOr(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
