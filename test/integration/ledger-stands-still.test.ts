import { setTimeout as pause } from 'node:timers/promises';
import { generateSigner } from '@runseal/spine/node';
import { connect, openLedger, openStore, type Ledger, type Sql } from '@runseal/spine/postgres';
import { cuttableProxy, type CuttableProxy, type StandStill } from '../postgres/cuttable-proxy.ts';
import { testDatabase, type TestDatabase } from '../postgres/database.ts';
import { note } from '../postgres/drafts.ts';

const signer = generateSigner();
const ORIGIN = 'runseal/still';
const LIMIT_MS = 2500;
let database: TestDatabase;
let sql: Sql;
let admin: Sql;
let ledger: Ledger;
let proxy: CuttableProxy;
let frozen: Sql;

beforeEach(async () => {
  database = await testDatabase();
  sql = connect(database.serviceUrl, { max: 4 });
  admin = connect(database.adminUrl, { max: 1 });
  ledger = openLedger({ sql, signer, origin: ORIGIN });
  proxy = await cuttableProxy(database.serviceUrl);
  // As a worker connects: with a limit for every transaction, which that of the batch must undercut.
  const limited = new URL(proxy.url);
  limited.searchParams.set('transaction_timeout', '300000');
  frozen = connect(limited.href, { max: 1, name: 'frozen' });
});
afterEach(async () => {
  await proxy.close();
  await Promise.all([sql, admin, frozen].map((each) => each.end({ timeout: 1 })));
  await database.drop();
});

/** How the frozen one's server process stands while it holds the turn of the ledger; null while it does not. */
async function standing(): Promise<string | null> {
  const [found] = await admin<{ state: string }[]>`
    select a.state from pg_stat_activity a join pg_locks l using (pid)
    where a.datname = current_database() and a.application_name = 'frozen' and l.locktype = 'advisory' and l.granted
      and a.query like '%order by rank%'`;
  return found?.state ?? null;
}

test.each<[StandStill['where'], string]>([
  ['in the statement', 'active'],
  ['after the statement', 'idle in transaction'],
])('A batcher that stands still %s loses its turn to the others', async (where, state) => {
  const store = openStore({ sql });
  await store.openRun({ run: 'r', workspace: 'w' });
  const writer = await store.takeOver('r');
  await writer.append(note('r'));
  await writer.seal(signer);

  proxy.standStill = { text: 'order by rank', where };
  const own = openLedger({ sql: frozen, signer, origin: ORIGIN, answerLimit: LIMIT_MS });
  const batch = own.batch().then(
    () => 'written',
    () => 'given up',
  );
  let seen = await standing();
  for (; seen !== state; seen = await standing()) await pause(10);

  // Nobody but the server can end it. The others only ask again, as they always do.
  while ((await ledger.batch()) === 0) await pause(50);
  expect(await ledger.lag()).toEqual({ pending: 0, since: null });
  expect(await batch).toBe('given up');
  const heads = await sql<{ size: string }[]>`select size from spine.ledger_head`;
  expect(heads.map(({ size }) => Number(size))).toEqual([2]);
});
