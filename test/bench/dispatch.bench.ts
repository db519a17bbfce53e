/**
 * What the waist costs, and how fast people are heard: a bridged call with its two durable commits, side by side with the
 * same call to a bare MCP server that makes two bare INSERTs; a parked call from the decision to its start; a busy CLI from
 * the halt to its last process.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateAll } from '@runseal/api';
import { removeData, startPostgres } from '@runseal/infra/postgres';
import { bridged } from './dispatch/bridged.ts';
import { Installation } from './dispatch/installation.ts';
import { haltOfBusyCli } from './dispatch/halt.ts';
import { resumeOfApproval } from './dispatch/resume.ts';

export interface Row {
  readonly bench: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number;
  readonly ratio: number;
}

export default async function bench(emit: (row: Row) => void): Promise<void> {
  const base = await mkdtemp(join(tmpdir(), 'runseal-bench-'));
  const server = await startPostgres({ dataDir: join(base, 'postgres') });
  try {
    await migrateAll(server.ownerUrl);
    emit(rowOf('dispatch.bridged', 'ms', await bridged(server)));
    const installation = await Installation.open(server, join(base, 'data'));
    try {
      // The baselines of these two are what was promised.
      emit(rowOf('approval.resume', 'ms', { value: await resumeOfApproval(installation), baseline: 100 }));
      emit(rowOf('halt.busy-cli', 'ms', { value: await haltOfBusyCli(installation), baseline: 2000 }));
    } finally {
      await installation.close();
    }
  } finally {
    await server.stop();
    await removeData(join(base, 'postgres'));
    await rm(base, { recursive: true, force: true });
  }
}

const rowOf = (name: string, unit: string, { value, baseline }: { value: number; baseline: number }): Row => ({
  bench: name,
  value: Number(value.toFixed(2)),
  unit,
  baseline: Number(baseline.toFixed(2)),
  ratio: Number((value / baseline).toFixed(3)),
});
