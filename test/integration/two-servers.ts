/** A primary and a standby that follows it, with the roles and the database that docs/operating.md asks for. */
import { connect, type Sql } from '@runseal/spine/postgres';
import { setTimeout as pause } from 'node:timers/promises';
import { openServers, type PlainPostgres } from '../attacks/plain-postgres.ts';
import { keepInStep, standbyOf } from '../attacks/standby.ts';
import type { TestDatabase } from '../postgres/database.ts';

export interface TwoServers {
  /** Its addresses name both servers, the standby first: whoever takes what answers is on the wrong one. */
  readonly database: TestDatabase;
  /** Kills the primary as the machine under it would die. */
  losePrimary(): Promise<void>;
  promoteStandby(): Promise<void>;
  /** The standby receives nothing more, and answers on: what is committed from here on is on the primary alone. */
  fallBehind(): Promise<void>;
  close(): Promise<void>;
}

/** @param commits `in step`: acknowledged when both have them; `ahead`: when the primary has. */
export async function twoServers(commits: 'in step' | 'ahead'): Promise<TwoServers> {
  const servers = await openServers();
  const primary = await servers.start('primary', ['wal_level=replica']);
  const admin = connect(primary.url('postgres'), { max: 1 });
  await admin`create role runseal_owner login`;
  await admin`create role runseal_service login`;
  await admin`grant runseal_service to runseal_owner`;
  await admin`create database runseal owner runseal_owner`;
  const standby = await standbyOf(servers, primary, admin);
  if (commits === 'in step') await keepInStep(admin);
  await admin.end();
  return {
    database: databaseOn([standby, primary]),
    losePrimary: () => primary.lose(),
    promoteStandby: () =>
      asAdmin(standby, async (sql) => {
        await sql`select pg_promote(true, 60)`;
      }),
    fallBehind: () => asAdmin(standby, stopReceiving),
    async close() {
      await Promise.all([primary.kill(), standby.kill()]);
      await servers.removeAll();
    },
  };
}

async function stopReceiving(sql: Sql): Promise<void> {
  await sql`alter system set primary_conninfo = ''`;
  await sql`select pg_reload_conf()`;
  while ((await sql`select from pg_stat_wal_receiver`).length > 0) await pause(10);
}

async function asAdmin(server: PlainPostgres, act: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = connect(server.url('postgres'), { max: 1 });
  await act(sql).finally(() => sql.end());
}

function databaseOn(servers: readonly PlainPostgres[]): TestDatabase {
  const places = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const as = (login: string): string => `postgres://${login}@${places}/runseal`;
  return {
    ownerUrl: as('runseal_owner'),
    serviceUrl: as('runseal_service'),
    adminUrl: as('postgres'),
    drop: () => Promise.resolve(),
  };
}
