/**
 * An open folder of the workspace. On Linux its entries are addressed through the open descriptor
 * (/proc/self/fd/N/name), which is openat() by another name: whoever renames folders or plants links meanwhile cannot
 * move the operation elsewhere. Elsewhere the real path is used and checked again after opening.
 */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { ActionError } from '../../errors.ts';
import { asActionError } from './file-errors.ts';
import { namesOf, shown } from './paths.ts';

const OPEN_FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

export type Missing = 'refuse' | 'create';

export class Folder {
  /** For messages: relative to the workspace, `.` for itself. */
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #real: string;

  private constructor(handle: FileHandle, real: string, shownPath: string) {
    this.#handle = handle;
    this.#real = real;
    this.path = shownPath;
  }

  /** Opens the workspace itself; `workspace` is its real path. */
  static async workspace(workspace: string): Promise<Folder> {
    return new Folder(await fs.open(workspace, OPEN_FOLDER), workspace, '.');
  }

  /** Opens a folder by its path from the workspace. No symbolic link on the way is followed. */
  static async at(workspace: string, relative: string, missing: Missing = 'refuse'): Promise<Folder> {
    const names = namesOf(relative);
    let folder = await Folder.workspace(workspace);
    for (const name of names) {
      const inner = await folder.enter(name, missing).finally(() => folder.close());
      folder = inner;
    }
    return folder;
  }

  /** Path of the folder itself, for the operating system. */
  get location(): string {
    return process.platform === 'linux' ? `/proc/self/fd/${this.#handle.fd}` : this.#real;
  }

  /** Path of an entry, for the operating system. `name` is one name, not a path. */
  locate(name: string): string {
    return `${this.location}/${name}`;
  }

  /** Path of an entry for messages, relative to the workspace. */
  nameOf(name: string): string {
    return this.path === '.' ? name : `${this.path}/${name}`;
  }

  /** Opens an inner folder; makes it first when it is missing and `missing` says so. */
  async enter(name: string, missing: Missing = 'refuse'): Promise<Folder> {
    const inner = this.nameOf(name);
    try {
      return await this.#open(name, inner);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ENOENT' && missing === 'create') return this.#create(name, inner);
      if (code === 'ENOTDIR' && (await this.isLink(name))) throw linkRefused(inner);
      throw asActionError(error, inner);
    }
  }

  async isLink(name: string): Promise<boolean> {
    const stats = await fs.lstat(this.locate(name)).catch(() => null);
    return stats?.isSymbolicLink() ?? false;
  }

  async sync(): Promise<void> {
    // Some file systems cannot sync a folder; the rename is then as durable as they make it.
    await this.#handle.sync().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #create(name: string, inner: string): Promise<Folder> {
    try {
      await fs.mkdir(this.locate(name)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      });
      return await this.#open(name, inner);
    } catch (error) {
      throw asActionError(error, inner);
    }
  }

  async #open(name: string, inner: string): Promise<Folder> {
    const handle = await fs.open(this.locate(name), OPEN_FOLDER);
    const real = path.join(this.#real, name);
    if (process.platform !== 'linux' && (await fs.realpath(real)) !== real) {
      await handle.close();
      throw linkRefused(inner);
    }
    return new Folder(handle, real, inner);
  }
}

/** Opens the folder that holds the file at `relative`, hands it over with the file's name, and closes it again. */
export async function inFolderOf<T>(
  workspace: string,
  relative: string,
  use: (folder: Folder, name: string) => Promise<T>,
  missing: Missing = 'refuse',
): Promise<T> {
  const names = namesOf(relative);
  const name = names.at(-1);
  if (name === undefined)
    throw new ActionError('not_a_file', `${shown(relative)} is the workspace itself, not a file.`);
  const folder = await Folder.at(workspace, names.slice(0, -1).join('/'), missing);
  try {
    return await use(folder, name);
  } catch (error) {
    throw asActionError(error, relative);
  } finally {
    await folder.close();
  }
}

export function linkRefused(path: string): ActionError {
  return new ActionError(
    'path_escapes',
    `${shown(path)} is a symbolic link; links are not followed. Name the file it stands for.`,
  );
}
