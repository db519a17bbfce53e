import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { ServerError } from './errors.ts';
import { birthOf } from './postmaster.ts';

const LOCK_LIMIT_MS = 180_000;

/** The process that started the server and therefore stops it. */
interface Starter {
  readonly pid: number;
  readonly birth: string | null;
}

/** Marks this process as the one that stops the server. */
export async function claimServer(path: string): Promise<void> {
  await writeFile(path, JSON.stringify(await self()), { mode: 0o600 });
}

/** True while the process that started the server lives: then the server is its to stop. */
export async function starterLives(path: string): Promise<boolean> {
  return lives(parse(await readFile(path, 'utf8').catch(() => '')));
}

/** Runs `work` while no other process starts or stops the same server. A lock whose holder died is taken over. */
export async function whileLocked<T>(path: string, work: () => Promise<T>): Promise<T> {
  await acquire(path);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** The same, and without a lock where none can be written: a full disk is to keep nobody from stopping what runs. */
export async function whileLockedIfWritable<T>(path: string, work: () => Promise<T>): Promise<T> {
  const locked = await acquire(path).then(
    () => true,
    (error: unknown) => {
      if (UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    },
  );
  try {
    return await work();
  } finally {
    if (locked) await rm(path, { force: true });
  }
}

const UNWRITABLE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

async function acquire(path: string): Promise<void> {
  const until = Date.now() + LOCK_LIMIT_MS;
  const own = JSON.stringify(await self());
  for (;;) {
    if (await createWhole(path, own)) return;
    const found = await readFile(path, 'utf8').catch(() => null);
    // A lock is there whole or not at all, so one that says nothing was left by a disk that was full.
    if (found !== null && !(await lives(parse(found)))) await takeAway(path, found);
    if (Date.now() > until)
      throw new ServerError(
        'runseal.postgres_busy',
        `Another process has been starting or stopping this server for three minutes. If none is, remove ${path}.`,
      );
    await pause(20);
  }
}

/** Several may find the same dead lock: a new one that somebody has set up since is put back. */
async function takeAway(path: string, dead: string): Promise<void> {
  const aside = `${path}.${randomUUID()}.dead`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== dead) await link(aside, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function createWhole(path: string, text: string): Promise<boolean> {
  // Two of one process may ask at once, so its number does not tell them apart.
  const partial = `${path}.${randomUUID()}.partial`;
  try {
    await writeFile(partial, text, { mode: 0o600 });
    // A link never replaces what is there.
    await link(partial, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(partial, { force: true });
  }
}

async function self(): Promise<Starter> {
  return { pid: process.pid, birth: await birthOf(process.pid) };
}

async function lives(starter: Starter | null): Promise<boolean> {
  if (starter === null) return false;
  const birth = await birthOf(starter.pid);
  return birth !== null && birth === starter.birth;
}

function parse(text: string): Starter | null {
  try {
    const { pid, birth } = JSON.parse(text) as Record<string, unknown>;
    return typeof pid === 'number' ? { pid, birth: typeof birth === 'string' ? birth : null } : null;
  } catch {
    return null;
  }
}
