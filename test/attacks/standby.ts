/** A second server that follows the first one by streaming replication. */
import type { Sql } from '@runseal/spine/postgres';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PlainPostgres, Servers } from './plain-postgres.ts';

const PATIENCE_MS = 60_000;

/** Starts one that is asked for nothing before a commit is acknowledged. `admin` is a superuser of the primary. */
export async function standbyOf(servers: Servers, primary: PlainPostgres, admin: Sql): Promise<PlainPostgres> {
  const data = join(servers.folder, 'standby');
  await backedUp(admin, primary, data, (from, to) => servers.copy(from, to));
  return servers.startOver(data, []);
}

/** From here on what is acknowledged is on both: without that, a failover loses what a standby had not received yet. */
export async function keepInStep(admin: Sql): Promise<void> {
  await admin`alter system set synchronous_standby_names = '*'`;
  await admin`select pg_reload_conf()`;
  const limit = Date.now() + PATIENCE_MS;
  for (;;) {
    const sync = await admin`select from pg_stat_replication where sync_state = 'sync'`;
    if (sync.length === 1) return;
    if (Date.now() > limit) throw new Error('the standby does not follow the primary');
    await pause(20);
  }
}

/** A base backup by hand: the programs that come along have none for it. */
async function backedUp(
  admin: Sql,
  from: PlainPostgres,
  to: string,
  copy: (from: string, to: string) => Promise<void>,
): Promise<void> {
  // One connection from start to stop: a backup belongs to its session.
  await admin.begin(async (tx) => {
    await tx`select pg_backup_start('standby', true)`;
    await copy(from.data, to);
    const [label] = await tx<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
    await rm(join(to, 'postmaster.pid'), { force: true });
    await writeFile(join(to, 'backup_label'), label!.labelfile);
    await writeFile(join(to, 'standby.signal'), '');
    for (const file of ['backup_label', 'standby.signal']) await chmod(join(to, file), 0o666);
  });
  const conninfo = `host=127.0.0.1 port=${from.port} user=postgres`;
  await writeFile(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
}
