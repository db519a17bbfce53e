import path from 'node:path';
import { hostPathOf } from '../../containment/child-paths.ts';
import { isExecutable } from '../../containment/find-program.ts';
import type { Mount } from '../../containment/sandbox.ts';
import { ActionError } from '../../errors.ts';
import { shown } from '../workspace/paths.ts';

export interface Surroundings {
  readonly mounts: readonly Mount[];
  readonly path: readonly string[];
  readonly cwd: string;
}

/** The program's absolute path as the command sees it, found as execvp would. Throws `not_found`. */
export function locateProgram(name: string, { mounts, path: folders, cwd }: Surroundings): string {
  const candidates = name.includes('/')
    ? [path.posix.resolve(cwd, name)]
    : folders.map((folder) => `${folder}/${name}`);
  const found = name === '' ? undefined : candidates.find((candidate) => existsInside(mounts, candidate));
  if (found !== undefined) return found;
  throw new ActionError(
    'not_found',
    `There is no program ${shown(name)} in the sandbox. Programs of the system and of the workspace can be run.`,
  );
}

function existsInside(mounts: readonly Mount[], candidate: string): boolean {
  const host = hostPathOf(mounts, candidate);
  return host !== null && isExecutable(host);
}
