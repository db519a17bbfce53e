import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeData, startPostgres } from '@runseal/infra/postgres';
import { connect, migrate, openStore, type RunWriter, type Sql, type SpineStore } from '@runseal/spine/postgres';

export interface BenchDatabase {
  readonly owner: Sql;
  readonly service: Sql;
  readonly serviceUrl: string;
  readonly ownerUrl: string;
  readonly store: SpineStore;
  /** A run of its own, and its writer. */
  newWriter(run: string): Promise<RunWriter>;
  close(): Promise<void>;
}

/** A server for one benchmark, with fsync on, as in service. */
export async function benchDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'runseal-bench-'));
  const server = await startPostgres({ dataDir });
  const owner = connect(server.ownerUrl, { max: 25 });
  const service = connect(server.serviceUrl, { max: 27 });
  await migrate(owner);
  const store = openStore({ sql: service });
  return {
    owner,
    service,
    serviceUrl: server.serviceUrl,
    ownerUrl: server.ownerUrl,
    store,
    async newWriter(run) {
      await store.openRun({ run, workspace: 'bench' });
      return store.takeOver(run);
    },
    async close() {
      await Promise.all([owner.end(), service.end()]);
      await server.stop();
      await removeData(dataDir);
    },
  };
}
