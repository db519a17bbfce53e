/**
 * Watches how much lies in the folder of an episode. One file is bounded by the kernel (limits of the sandbox); that many of
 * them do not fill the disk is looked at, a few times a second once there is something of note, seldom before: a look takes
 * time in which nobody else is served, and between two looks a program may write more than it may keep.
 */
import { lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';

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
  const folders = [folder];
  let looked = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for (const path of entriesOf(next)) {
      looked += 1;
      if (looked % SLICE === 0) await new Promise(setImmediate);
      const facts = quietly(() => lstatSync(path));
      if (facts === null) continue;
      left.bytes -= facts.blocks * 512;
      left.entries -= 1;
      if (left.bytes < 0 || left.entries < 0) return false;
      if (facts.isDirectory()) folders.push(path);
    }
  return true;
}

/** Read as they are asked for: a folder may hold any number of them. */
function* entriesOf(folder: string): Generator<string> {
  const open = quietly(() => opendirSync(folder, { bufferSize: SLICE }));
  if (open === null) return;
  try {
    for (let entry = quietly(() => open.readSync()); entry !== null; entry = quietly(() => open.readSync()))
      yield join(folder, entry.name);
  } finally {
    open.closeSync();
  }
}

function quietly<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
