/** The two ways in which a second server follows the first one, each with real processes. */
import { generateSigner } from '@runseal/spine/node';
import { connect, type Sql } from '@runseal/spine/postgres';
import { setTimeout as pause } from 'node:timers/promises';
import { all } from '../postgres/drafts.ts';
import { sealedRun, takeHome, type House, type Victim } from './house.ts';
import { houseOver, openServers, plainHouse } from './plain-postgres.ts';
import { randomOf } from './random.ts';
import type { Staged } from './restore.ts';
import { keepInStep, standbyOf } from './standby.ts';

const PATIENCE_MS = 60_000;
const WHY = { by: 'officer', reason: 'asked for', legalBasis: 'GDPR 17' };

/** A publisher writes, a subscriber with the same tables receives, and everybody looks at the subscriber. */
export async function logicallyReplicated(_house: House, runs: number): Promise<Staged> {
  const servers = await openServers();
  const publisher = await servers.start('publisher', ['wal_level=logical']);
  const subscriber = await servers.start('subscriber', ['wal_level=logical']);
  const signer = generateSigner();
  const first = await plainHouse(publisher, signer, () => publisher.stop());
  const second = await plainHouse(subscriber, signer, async () => {
    await first.close();
    await subscriber.stop();
    await servers.removeAll();
  });
  await first.admin`create publication everything for tables in schema spine`;
  const conninfo = `host=127.0.0.1 port=${publisher.port} user=postgres dbname=postgres`;
  await second.admin.unsafe(`create subscription follows connection '${conninfo}' publication everything`);
  await until(async () => {
    const [left] = await second.admin<{ n: number }[]>`
      select count(*)::int as n from pg_subscription_rel where srsubstate <> 'r'`;
    return left!.n === 0;
  });
  const victims: Victim[] = [];
  for (let seed = 1; seed <= runs; seed += 1) victims.push(await written(first, `replicated-${seed}`, seed));
  await until(async () => {
    const [here, there] = await Promise.all([first.admin, second.admin].map(countsOf));
    return here === there;
  });
  return victims.map((victim) => ({ house: second, victim }));
}

/** A standby that took everything over while the first server was killed, and went on. */
export async function failedOver(_house: House, runs: number): Promise<Staged> {
  const servers = await openServers();
  const primary = await servers.start('primary', ['wal_level=replica']);
  const signer = generateSigner();
  const before = await plainHouse(primary, signer, () => primary.kill());
  const standby = await standbyOf(servers, primary, before.admin);
  await keepInStep(before.admin);
  const victims: Victim[] = [];
  for (let seed = 1; seed < runs; seed += 1) victims.push(await written(before, `kept-${seed}`, seed));
  await before.close();
  const admin = connect(standby.url('postgres'), { max: 4 });
  await admin`select pg_promote(true, 60)`;
  const after = houseOver(standby, admin, signer, async () => {
    await standby.stop();
    await servers.removeAll();
  });
  // Its own configuration came along: there is nobody left to wait for.
  await admin`alter system reset synchronous_standby_names`;
  await admin`select pg_reload_conf()`;
  await until(async () => {
    const [row] = await admin<{ names: string }[]>`select current_setting('synchronous_standby_names') as names`;
    return row!.names === '';
  });
  victims.push(await written(after, 'after the failover', runs));
  return victims.map((victim) => ({ house: after, victim }));
}

/** One run in three loses half of its content, lawfully. */
async function written(house: House, run: string, seed: number): Promise<Victim> {
  const victim = await sealedRun(house, run, randomOf(seed));
  if (seed % 3 !== 0) return victim;
  const contents = await all(house.store.contents(run));
  const half = contents.filter((_, i) => i % 2 === 0).map(({ ref }) => ref.commitment);
  await house.store.erase(run, half, WHY);
  while ((await house.ledger.batch()) > 0);
  return takeHome(house, run, victim.calls);
}

async function countsOf(sql: Sql): Promise<string> {
  const [row] = await sql<{ counts: string }[]>`
    select concat_ws(' ', (select count(*) from spine.event), (select count(*) from spine.content where erased_at is null),
      (select count(*) from spine.head where state = 'sealed'), (select max(size) from spine.ledger_head),
      (select count(*) from spine.ledger_entry), (select count(*) from spine.ledger_pending)) as counts`;
  return row!.counts;
}

async function until(done: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + PATIENCE_MS;
  while (!(await done())) {
    if (Date.now() > limit) throw new Error('the second server does not follow the first');
    await pause(20);
  }
}
