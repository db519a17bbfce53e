import { connect, migrationsIn, SPINE_MIGRATIONS, type Sql } from '@runseal/spine/postgres';
import { join } from 'node:path';
import { machineMajor, startMachinePostgres, type MachinePostgres } from './machine-postgres.ts';
import { copyTables, houseOn, type Staged } from './restore.ts';
import { sealedRun, type House, type Victim } from './house.ts';
import { randomOf } from './random.ts';

export async function whyNoOtherMajor(): Promise<string | null> {
  return (await machineMajor()) === null ? 'not staged: this machine has no Postgres of its own' : null;
}

/** The rows carried from the embedded server to the machine's own, of another major version. */
export async function inOtherMajor(house: House, count: number): Promise<Staged> {
  const victims = await someRuns(house, count);
  const server = await startMachinePostgres((await machineMajor())!);
  const admin = await filled(house, server);
  const elsewhere = houseOn(house, admin, () => server.stop());
  return victims.map((victim) => ({ house: elsewhere, victim }));
}

/** The same, and from there through pg_dump and psql into another database. */
export async function dumpedAndRestored(house: House, count: number): Promise<Staged> {
  const victims = await someRuns(house, count);
  const server = await startMachinePostgres((await machineMajor())!);
  await (await filled(house, server)).end();
  const dump = join(server.folder, 'dump');
  await server.program('pg_dump', ['--format=custom', '--file', dump, server.url('filled')]);
  await server.program('createdb', ['--maintenance-db', server.url('postgres'), 'restored']);
  await server.program('pg_restore', ['--exit-on-error', '--dbname', server.url('restored'), dump]);
  const elsewhere = houseOn(house, connect(server.url('restored'), { max: 2 }), () => server.stop());
  return victims.map((victim) => ({ house: elsewhere, victim }));
}

async function someRuns(house: House, count: number): Promise<Victim[]> {
  const victims: Victim[] = [];
  for (let i = 0; i < count; i += 1) victims.push(await sealedRun(house, `moved-${i}`, randomOf(i)));
  return victims;
}

async function filled(house: House, server: MachinePostgres): Promise<Sql> {
  await server.program('createdb', ['--maintenance-db', server.url('postgres'), 'filled']);
  const admin = connect(server.url('filled'), { max: 2 });
  for (const { text } of await migrationsIn(SPINE_MIGRATIONS)) await admin.unsafe(text);
  await copyTables(house.admin, admin);
  return admin;
}
