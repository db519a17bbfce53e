import { abandonedFolders, runFolder } from './run-folder.mjs';

/** Names the folder of this test run's server and clears away what killed test runs left behind. */
export default async function globalSetup() {
  process.env.RUNSEAL_TEST_POSTGRES = runFolder();
  const abandoned = abandonedFolders();
  if (abandoned.length === 0) return;
  const { removeData, stopPostgres } = await import('@runseal/infra/postgres');
  for (const folder of abandoned) {
    // Another user's leftovers are not ours to remove.
    await stopPostgres(folder)
      .then(() => removeData(folder))
      .catch(() => undefined);
  }
}
