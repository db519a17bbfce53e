import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What Postgres itself writes into its data directory while it runs (postmaster.pid, one fact a line). */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: 'starting' | 'ready' | 'stopping' | 'standby' | 'unknown';
}

/** The live server of this cluster, or null. Says nothing about who started it. */
export async function livePostmaster(clusterDir: string): Promise<Postmaster | null> {
  const written = await readPidFile(clusterDir);
  return written !== null && (await serves(written.pid, clusterDir)) ? written : null;
}

/**
 * Removes a left-over pid file whose number now belongs to some other program: Postgres would refuse to start. A pid
 * file whose process is gone is left to Postgres, which also checks for surviving children.
 */
export async function clearStalePidFile(clusterDir: string): Promise<void> {
  const written = await readPidFile(clusterDir);
  if (written === null || !isAlive(written.pid) || (await serves(written.pid, clusterDir))) return;
  await rm(join(clusterDir, 'postmaster.pid'), { force: true });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A number that tells a process from a later one with the same pid; null where the system does not say. */
export async function birthOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat !== null) return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  const listed = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => null);
  return listed?.stdout.trim() ?? null;
}

async function readPidFile(clusterDir: string): Promise<Postmaster | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return null;
  return { pid, port: Number(lines[3] ?? 0), status: statusOf(lines[7]) };
}

function statusOf(line: string | undefined): Postmaster['status'] {
  const word = line?.trim();
  return word === 'starting' || word === 'ready' || word === 'stopping' || word === 'standby' ? word : 'unknown';
}

async function serves(pid: number, clusterDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const real = await realpath(clusterDir).catch(() => clusterDir);
  // A Postgres server works inside its data directory.
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  if (cwd !== null) return cwd === real;
  const listed = await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).catch(() => null);
  return listed !== null && (listed.stdout.includes(clusterDir) || listed.stdout.includes(real));
}
