import { existsSync } from 'node:fs';

/** Stops and removes the server of this test run, if any test file asked for it. */
export default async function globalTeardown() {
  const folder = process.env.RUNSEAL_TEST_POSTGRES;
  if (folder === undefined || !existsSync(folder)) return;
  const { removeData, stopPostgres } = await import('@runseal/infra/postgres');
  await stopPostgres(folder);
  await removeData(folder);
}
