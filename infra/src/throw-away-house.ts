import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configOf, createApi, createKey, startWorker } from '@runseal/api';
import { createClient } from '@runseal/api/client';
import { openServer, type Server } from '@runseal/cli';
import { connect } from '@runseal/spine/postgres';
import { removeData, startPostgres } from './postgres/index.ts';

/** Runs `work` on a whole installation in this process that leaves nothing behind: Postgres, API, worker, folders. */
export async function withThrowAwayHouse(work: (server: Server) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'runseal-demo-'));
  const closing: (() => Promise<unknown>)[] = [() => removeData(dataDir)];
  const signals = asInterruption();
  try {
    await Promise.race([signals.interrupted, raise(dataDir, closing).then(work)]);
  } finally {
    signals.ignore();
    for (const close of closing.reverse()) await close();
  }
}

/** Starts the parts; each leaves its way down in `closing`. */
async function raise(dataDir: string, closing: (() => Promise<unknown>)[]): Promise<Server> {
  // Nothing here outlives the process, so nothing needs to survive a power cut.
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), durability: 'none' });
  closing.push(() => postgres.stop());
  const config = configOf({
    ...process.env,
    DATABASE_URL: postgres.ownerUrl,
    RUNSEAL_SERVICE_DATABASE_URL: postgres.serviceUrl,
    RUNSEAL_DATA_DIR: dataDir,
    RUNSEAL_HOST: '127.0.0.1',
    RUNSEAL_PORT: '0',
    RUNSEAL_LOG_LEVEL: 'error',
  });
  const api = await createApi(config);
  closing.push(() => api.close());
  const worker = await startWorker(config);
  closing.push(() => worker.stop());
  return openServer(createClient({ baseUrl: api.url, apiKey: await accessKey(postgres.ownerUrl) }), api.url);
}

async function accessKey(databaseUrl: string): Promise<string> {
  const sql = connect(databaseUrl, { name: 'runseal-demo', max: 1 });
  try {
    return (await createKey(sql, 'demo')).key;
  } finally {
    await sql.end();
  }
}

/** Turns Ctrl-C and the end of the parent into a rejection, so that everything is still taken down. */
function asInterruption(): { interrupted: Promise<never>; ignore: () => void } {
  const events = ['SIGINT', 'SIGTERM', 'disconnect'];
  let ignore = (): void => undefined;
  const interrupted = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new Error('Interrupted; everything was taken down.'));
    for (const event of events) process.once(event, stop);
    ignore = () => events.forEach((event) => process.off(event, stop));
  });
  interrupted.catch(() => undefined);
  return { interrupted, ignore };
}
