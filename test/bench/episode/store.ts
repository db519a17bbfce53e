/** A Postgres that keeps what it acknowledges, and recorders that write to it. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemoryRecorder } from '@runseal/dispatch/testing';
import { removeData, startPostgres } from '@runseal/infra/postgres';
import type { EventDraft } from '@runseal/spine';
import { connect, migrate, openStore } from '@runseal/spine/postgres';

export interface BenchStore {
  /** Of what is appended, once it is durable, the payloads alone are kept, for what is looked at afterwards. */
  readonly recorder: (memory: MemoryRecorder) => Promise<MemoryRecorder>;
  /** A run's writer alone: nothing of what it appends stays in memory. */
  readonly writer: (run: string) => Promise<Awaited<ReturnType<ReturnType<typeof openStore>['takeOver']>>>;
  close(): Promise<void>;
}

/** @param durability `none` where only what is held in memory is of interest */
export async function openBenchStore(durability: 'full' | 'none' = 'full'): Promise<BenchStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'runseal-bench-'));
  const server = await startPostgres({ dataDir, ...(durability === 'none' ? { durability } : {}) });
  const owner = connect(server.ownerUrl, { max: 1 });
  const service = connect(server.serviceUrl, { max: 8 });
  await migrate(owner);
  const store = openStore({ sql: service });
  const writer = async (run: string) => {
    await store.openRun({ run, workspace: 'bench' });
    return store.takeOver(run);
  };
  return {
    writer,
    async recorder(memory) {
      const durable = await writer(memory.run);
      const kept: EventDraft[] = [];
      const append: MemoryRecorder['append'] = async (...drafts) => {
        const recorded = await durable.append(...drafts);
        kept.push(...drafts);
        return recorded;
      };
      const payloads = (asked: string) => kept.flatMap(({ type, payload }) => (type === asked ? [payload] : []));
      return { ...memory, append, payloads, hurry: () => durable.hurry?.() };
    },
    async close() {
      await Promise.all([owner.end(), service.end()]);
      await server.stop();
      await removeData(dataDir);
    },
  };
}
