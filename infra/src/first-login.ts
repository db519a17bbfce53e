import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKey } from '@runseal/api';
import { connect } from '@runseal/spine/postgres';
import type { Settings } from './settings.ts';

export interface Login {
  readonly key: string;
  /** Where it is kept, 0600. */
  readonly file: string;
  /** True when it was made just now, and may be shown. */
  readonly fresh: boolean;
}

/**
 * The access key for the person who starts this: the one kept from last time when the API still takes it, else a new one.
 *
 * @param databaseUrl the owner's
 */
export async function firstLogin(settings: Settings, databaseUrl: string): Promise<Login> {
  const file = join(settings.dataDir, 'first-login.txt');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept !== '' && (await isTaken(settings.apiPort, kept))) return { key: kept, file, fresh: false };
  const sql = connect(databaseUrl, { name: 'runseal-start', max: 1 });
  try {
    const { key } = await createKey(sql, 'first-login');
    await writeFile(file, `${key}\n`, { mode: 0o600 });
    // The mode above counts only for a new file.
    await chmod(file, 0o600);
    return { key, file, fresh: true };
  } finally {
    await sql.end();
  }
}

async function isTaken(port: number, key: string): Promise<boolean> {
  const { status } = await fetch(`http://127.0.0.1:${port}/api/v1/session`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return status === 200;
}
