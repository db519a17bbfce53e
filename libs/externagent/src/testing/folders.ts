import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const made: string[] = [];

/** A new empty folder, by its real path. Whoever makes one says `afterAll(removeFolders)`. */
export async function temporaryFolder(prefix: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), prefix)));
  made.push(folder);
  return folder;
}

/** Removes every folder made so far. */
export async function removeFolders(): Promise<void> {
  await Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
}

/** Makes folders within folders, each with a name of so many bytes, in a process of its own; at the end a link, where one is named. */
export async function makeDeep(folder: string, levels: number, length: number, link?: string): Promise<void> {
  const program = `
    const fs = require('fs');
    const [folder, levels, length, link] = process.argv.slice(1);
    process.chdir(folder);
    const name = 'd'.repeat(Number(length));
    for (let i = 0; i < Number(levels); i += 1) {
      fs.mkdirSync(name);
      process.chdir(name);
    }
    fs.writeFileSync('file', 'x');
    if (link !== undefined) fs.symlinkSync(link, 'link');`;
  const args = ['-e', program, folder, String(levels), String(length), ...(link === undefined ? [] : [link])];
  await promisify(execFile)(process.execPath, args);
}
