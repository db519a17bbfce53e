/** The private folder of one episode. */
import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, readdir, realpath, rename, rm, rmdir, unlink } from 'node:fs/promises';
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

/** Links are removed, never followed. */
async function removed(path: string): Promise<boolean> {
  const remove = async () => {
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    return isGone(path);
  };
  if (await remove()) return true;
  await emptied(path).catch(() => undefined);
  // What came in meanwhile, or could not be emptied, goes with it where it can.
  return remove();
}

/** Keys have lain in there: that it is gone is looked at, not concluded. */
async function isGone(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT',
  );
}

/**
 * Empties a folder that the CLI made hard to remove: locked folders, and folders within folders beyond the longest path there can
 * be. Each folder's own folders are moved to the top before it is removed, so no path grows, whatever the depth.
 */
async function emptied(top: string): Promise<void> {
  const mark = randomBytes(8).toString('hex');
  let moved = 0;
  const folders = [Buffer.from(top)];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    await chmod(next, 0o700);
    for (const entry of await readdir(next, { withFileTypes: true, encoding: 'buffer' })) {
      const at = Buffer.concat([next, SLASH, entry.name]);
      if (!entry.isDirectory()) {
        await unlink(at);
        continue;
      }
      moved += 1;
      const to = Buffer.from(join(top, `${mark}-${moved}`));
      // To move a folder is to write into it.
      await chmod(at, 0o700);
      await rename(at, to);
      folders.push(to);
    }
    if (!next.equals(Buffer.from(top))) await rmdir(next);
  }
}

/** Names are bytes: one that is no UTF-8 is a name, too. */
const SLASH = Buffer.from('/');
