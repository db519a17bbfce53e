/** The private folder of one episode. */
import { chmod, lstat, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HarnessError } from '@runseal/harness';

export interface Home {
  readonly path: string;
  /** Never rejects; false when something of it is still there. */
  remove(): Promise<boolean>;
}

/** A fresh 0700 folder with a `tmp` in it. Throws HarnessError `spawn_failed` when it cannot be made. */
export async function makeHome(scratch: string): Promise<Home> {
  try {
    const path = await realpath(await mkdtemp(join(scratch, 'episode-')));
    await mkdir(join(path, 'tmp'), { mode: 0o700 });
    return { path, remove: () => removed(path) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unknown cause';
    throw new HarnessError('spawn_failed', `No folder can be made for the episode: ${why}`, { cause });
  }
}

/** The CLI may have locked folders of its own; links are removed, never followed. */
async function removed(path: string): Promise<boolean> {
  const remove = async () => {
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    return isGone(path);
  };
  if (await remove()) return true;
  await unlock(path);
  return remove();
}

/** Keys have lain in there: that it is gone is looked at, not concluded. */
async function isGone(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT',
  );
}

async function unlock(folder: string): Promise<void> {
  try {
    await chmod(folder, 0o700);
    for (const entry of await readdir(folder, { withFileTypes: true }))
      if (entry.isDirectory()) await unlock(join(folder, entry.name));
  } catch {
    // What cannot be unlocked is left to the second attempt, which then says so.
  }
}
