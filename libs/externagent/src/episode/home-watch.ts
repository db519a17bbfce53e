/**
 * Watches how much lies in the folder of an episode. One file is bounded by the kernel (limits of the sandbox); that many of
 * them do not fill the disk is looked at, a few times a second once there is something of note, seldom before: a look takes
 * time in which nobody else is served, and between two looks a program may write more than it may keep. What cannot be looked at
 * (behind a path longer than any, in a folder that it locked) is taken for too much. A file that was removed and is still open
 * stands in no folder, so its room is not seen.
 */
import { lstatSync, opendirSync } from 'node:fs';

export interface HomeWatch {
  stop(): void;
}

export interface HomeLimits {
  readonly bytes: number;
  readonly entries: number;
  /** Milliseconds between two looks; four times as long while less than a tenth of the limits is used. */
  readonly everyMs: number;
}

export const HOME_LIMITS: HomeLimits = { bytes: 1024 ** 3, entries: 100_000, everyMs: 250 };

/** Calls `full` once, when there is more than the limits allow. */
export function watchHome(folder: string, full: () => void, limits: HomeLimits = HOME_LIMITS): HomeWatch {
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const seldom = SELDOM * limits.everyMs;
  const look = async () => {
    const began = performance.now();
    const left = { bytes: limits.bytes, entries: limits.entries };
    if (!(await fits(folder, left))) {
      over = true;
      full();
    }
    const isLittle = left.bytes > 0.9 * limits.bytes && left.entries > 0.9 * limits.entries;
    // A large folder takes long to look at: most of the time is left to the program.
    const pause = Math.max(isLittle ? seldom : limits.everyMs, 10 * (performance.now() - began));
    if (!over) timer = setTimeout(() => void look(), pause).unref();
  };
  timer = setTimeout(() => void look(), seldom).unref();
  return {
    stop() {
      over = true;
      clearTimeout(timer);
    },
  };
}

const SELDOM = 4;

/** Entries looked at in one go. To ask the kernel takes microseconds, to have another thread ask it ten times that. */
const SLICE = 256;

/** Counts blocks, not lengths: a hole in a file takes no room. What vanishes meanwhile counts for nothing. */
async function fits(folder: string, left: { bytes: number; entries: number }): Promise<boolean> {
  const folders: Buffer[] = [Buffer.from(folder)];
  let looked = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for (const path of entriesOf(next)) {
      looked += 1;
      if (looked % SLICE === 0) await new Promise(setImmediate);
      if (path === HIDDEN) return false;
      const facts = quietly(() => lstatSync(path));
      if (facts === HIDDEN) return false;
      if (facts === null) continue;
      left.bytes -= facts.blocks * 512;
      left.entries -= 1;
      if (left.bytes < 0 || left.entries < 0) return false;
      if (facts.isDirectory()) folders.push(path);
    }
  return true;
}

/** Read as they are asked for: a folder may hold any number of them. Names are bytes: one that is no UTF-8 is a name, too. */
function* entriesOf(folder: Buffer): Generator<Buffer | typeof HIDDEN> {
  const open = quietly(() => opendirSync(folder, { bufferSize: SLICE, encoding: 'buffer' as BufferEncoding }));
  if (open === HIDDEN) yield HIDDEN;
  if (open === null || open === HIDDEN) return;
  const next = () => quietly(() => open.readSync() as { readonly name: unknown } | null);
  try {
    for (let entry = next(); entry !== null && entry !== HIDDEN; entry = next())
      yield Buffer.concat([folder, SLASH, entry.name as Buffer]);
  } finally {
    open.closeSync();
  }
}

const SLASH = Buffer.from('/');

/** Something is there, and nobody is let look at it. */
const HIDDEN = Symbol('hidden');
const HIDING: ReadonlySet<unknown> = new Set(['ENAMETOOLONG', 'EACCES', 'EPERM']);

/** null for what has vanished, or cannot be looked at for a reason of ours. */
function quietly<T>(ask: () => T): T | null | typeof HIDDEN {
  try {
    return ask();
  } catch (error) {
    return HIDING.has((error as NodeJS.ErrnoException).code) ? HIDDEN : null;
  }
}
