/** Atomic writing: the new content lies complete and synced beside the file before it takes its place. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { ActionError } from '../../errors.ts';
import { linkRefused } from './folder.ts';
import type { Folder } from './folder.ts';
import { shown } from './paths.ts';

const CREATE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

export interface StagedFile {
  /** Puts the content in its place; one step, so a reader sees the old file or the new one. */
  commit(): Promise<void>;
  /** Removes what was staged; nothing when it was committed. */
  discard(): Promise<void>;
}

/** What of an older file a new content keeps. */
export interface Kept {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** The mode and owner of what is there now; null when nothing is. `path_escapes`, `not_a_file` for what cannot be replaced. */
export async function replaceable(folder: Folder, name: string): Promise<Kept | null> {
  const stats = await fs.lstat(folder.locate(name)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  if (stats === null) return null;
  if (stats.isSymbolicLink()) throw linkRefused(folder.nameOf(name));
  if (!stats.isFile())
    throw new ActionError('not_a_file', `${shown(folder.nameOf(name))} is not a regular file, so it is not replaced.`);
  return { mode: stats.mode & 0o777, uid: stats.uid, gid: stats.gid };
}

/** Writes the content beside its place. When that fails nothing is left. The folder must stay open until the end. */
export async function stageFile(folder: Folder, name: string, bytes: Uint8Array): Promise<StagedFile> {
  const kept = await replaceable(folder, name);
  const temporary = folder.locate(`.runseal-${randomBytes(8).toString('hex')}.tmp`);
  const discard = async (): Promise<void> => fs.rm(temporary, { force: true });
  try {
    const handle = await fs.open(temporary, CREATE_NEW, 0o666);
    try {
      await handle.writeFile(bytes);
      if (kept !== null) await keep(handle, kept);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    async commit() {
      await fs.rename(temporary, folder.locate(name));
      await folder.sync();
    },
    discard,
  };
}

async function keep(handle: fs.FileHandle, { mode, uid, gid }: Kept): Promise<void> {
  // Only root may give a file away; as another user the owner is already the right one, or cannot be kept.
  await handle.chown(uid, gid).catch(() => undefined);
  await handle.chmod(mode);
}
