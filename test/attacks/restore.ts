import { migrate, connect, openLedger, openStore, type Sql } from '@runseal/spine/postgres';
import { removeData, startPostgres } from '@runseal/infra/postgres';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealedRun, type House, type Victim } from './house.ts';
import { randomOf } from './random.ts';

/** Heads before events, as a dump orders what depends on each other. */
export const TABLES = [
  'head',
  'event',
  'subtree',
  'content',
  'hold',
  'prune',
  'retention',
  'time_stamp',
  'ledger_pending',
  'ledger_head',
  'ledger_entry',
  'ledger_subtree',
  'ledger_cosignature',
];

export type Staged = readonly { readonly house: House; readonly victim: Victim }[];

/** Copies everything into a fresh cluster of its own and looks at it there. */
export async function carriedOver(house: House, count: number): Promise<Staged> {
  const victims: Victim[] = [];
  for (let i = 0; i < count; i += 1) victims.push(await sealedRun(house, `carried-${i}`, randomOf(i)));
  const dataDir = await mkdtemp(join(tmpdir(), 'runseal-restored-'));
  const server = await startPostgres({ dataDir, durability: 'none' });
  const owner = connect(server.ownerUrl, { max: 1 });
  await migrate(owner).finally(() => owner.end());
  const admin = connect(server.adminUrl.replace(/\/[^/]*$/u, new URL(server.ownerUrl).pathname), { max: 2 });
  await copyTables(house.admin, admin);
  const elsewhere = houseOn(house, admin, async () => {
    await server.stop();
    await removeData(dataDir);
  });
  return victims.map((victim) => ({ house: elsewhere, victim }));
}

/** A dump and restore in short: every row as text, without firing what writes rows of its own. */
export async function copyTables(from: Sql, into: Sql): Promise<void> {
  const dumps: string[] = [];
  for (const table of TABLES) {
    const [dump] = await from.unsafe<{ rows: string | null }[]>(
      `select json_agg(t)::text as rows from spine.${table} t`,
    );
    dumps.push(dump!.rows ?? '[]');
  }
  await into.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const [i, table] of TABLES.entries())
      await tx.unsafe(
        `insert into spine.${table} select * from json_populate_recordset(null::spine.${table}, $1::text::json)`,
        [dumps[i]!],
      );
  });
}

/** The same installation (its key, its name) on another database. */
export function houseOn(house: House, admin: Sql, stop: () => Promise<void>): House {
  return {
    ...house,
    admin,
    service: admin,
    store: openStore({ sql: admin }),
    ledger: openLedger({ sql: admin, signer: house.signer, origin: house.ledger.origin }),
    async close() {
      await admin.end();
      await stop();
    },
  };
}
