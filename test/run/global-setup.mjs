import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { STAMPS } from '../../infra/bootstrap/project.mjs';
import { abandonedFolders, makeRunFolder, serverOf } from './folder.mjs';

/** Gives this test run a temp folder of its own, for every worker and child, and clears away what killed runs left behind. */
export default async function globalSetup() {
  const abandoned = abandonedFolders();
  process.env.TMPDIR = makeRunFolder();
  process.env.RUNSEAL_TEST_POSTGRES = serverOf(process.env.TMPDIR);
  // npm would keep this in the temp folder.
  process.env.NODE_COMPILE_CACHE ??= join(STAMPS, 'compiled');
  // Another user's leftovers are not ours to remove.
  for (const folder of abandoned) await removeRun(folder).catch(() => undefined);
}

/** Stops the server of a run, if any test file asked for it, and removes its folder. */
export async function removeRun(folder) {
  const server = serverOf(folder);
  if (existsSync(server)) {
    const { removeData, stopPostgres } = await import('@runseal/infra/postgres');
    await stopPostgres(server);
    await removeData(server);
  }
  await rm(folder, { recursive: true, force: true });
}
