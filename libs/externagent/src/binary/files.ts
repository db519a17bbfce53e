/** The files that make up a program, as the child sees them. A bundle is more than the file that is started. */
import { lstatSync, readdirSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';

export interface ProgramFile {
  /** Relative to the folder, with `/`; '' for a program that is one file. */
  readonly path: string;
  readonly link: boolean;
  readonly facts: BigIntStats;
}

/** A folder with more in it is no program's own. */
const MOST_FILES = 20_000;

/** In the order of their paths; links are told, not followed. Throws when there are too many, or one cannot be looked at. */
export function programFiles(root: string, most = MOST_FILES): readonly ProgramFile[] {
  const files: ProgramFile[] = [];
  const walk = (path: string): void => {
    const facts = lstatSync(join(root, path), { bigint: true });
    if (facts.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) walk(path === '' ? name : `${path}/${name}`);
      return;
    }
    if (files.length >= most) throw new Error(`${root} holds more than the files of a program.`);
    files.push({ path, link: facts.isSymbolicLink(), facts });
  };
  walk('');
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Changes when any of the files does. Size and time of a file can be made to look as before; which file it is, and when the
 * kernel last saw it changed, cannot.
 */
export function stampOf(root: string): string {
  const told = programFiles(root).map(({ path, facts: { dev, ino, size, mtimeNs, ctimeNs, mode } }) =>
    [path, dev, ino, size, mtimeNs, ctimeNs, mode].join(':'),
  );
  return [root, ...told].join('\0');
}
