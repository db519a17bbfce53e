import { chmod, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { claimServer, starterLives } from './postgres/starter.ts';
import { Failure } from './failure.ts';

/**
 * Makes the data directory (0700) and claims it for this process, so that a second start says so instead of fighting.
 *
 * @throws Failure `already_running`, `data_dir_unusable`.
 */
export async function claimDataDir(dataDir: string): Promise<void> {
  await privateDir(dataDir);
  await privateDir(logDir(dataDir));
  const claim = join(dataDir, 'start.json');
  if (await starterLives(claim))
    throw new Failure(
      'already_running',
      `Runseal already runs on ${dataDir}: stop it there, or set RUNSEAL_DATA_DIR, RUNSEAL_PORT and RUNSEAL_WEB_PORT for a second one.`,
    );
  await claimServer(claim);
}

export const logDir = (dataDir: string): string => join(dataDir, 'logs');

async function privateDir(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    // Postgres, run by root as another account, may have been given passage; nobody is given more than that.
    if (((await stat(path)).mode & 0o066) !== 0) await chmod(path, 0o700);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Failure(
      'data_dir_unusable',
      `${path} cannot be used: ${why}. Make it writable, or set RUNSEAL_DATA_DIR.`,
      { cause },
    );
  }
}
