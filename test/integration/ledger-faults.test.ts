import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { rootOf, toHex, verifySignature } from '@runseal/spine';
import { openHead, parseReceipt } from '@runseal/spine/ledger';
import { signerFromSeed } from '@runseal/spine/node';
import { connect, openLedger, openStore, type Ledger, type Sql, type SpineStore } from '@runseal/spine/postgres';
import { note } from '../postgres/drafts.ts';
import { testDatabase, type TestDatabase } from '../postgres/database.ts';

const BATCHER = join(import.meta.dirname, '../ledger/batch-forever.ts');
const SEED = '42'.repeat(32);
const ORIGIN = 'runseal/faults';
const signer = signerFromSeed(Buffer.from(SEED, 'hex'));

let database: TestDatabase;
let sql: Sql;
let store: SpineStore;
let ledger: Ledger;

beforeEach(async () => {
  database = await testDatabase();
  sql = connect(database.serviceUrl, { max: 6 });
  store = openStore({ sql });
  ledger = openLedger({ sql, signer, origin: ORIGIN });
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

function startBatcher(): ChildProcess {
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.serviceUrl, SEED, ORIGIN };
  return spawn(process.execPath, [BATCHER], { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function sealRun(run: string): Promise<void> {
  await store.openRun({ run, workspace: 'w' });
  const writer = await store.takeOver(run);
  await writer.append(note(run));
  await writer.seal(signer);
}

/** The whole log, with every head ever signed held against the entries it covers. */
async function wholeLog(): Promise<string[]> {
  const entries = await ledger.entries({ from: 0, limit: 1000, workspaces: null });
  expect(entries.map(({ index }) => index)).toEqual(entries.map((_, i) => i));
  const heads = await sql<
    { size: string; root: Buffer; note: string }[]
  >`select size, root, note from spine.ledger_head`;
  for (const { size, root, note: signed } of heads) {
    const { head } = await openHead(signed, [ledger.key], verifySignature);
    expect([head.size, toHex(head.root)]).toEqual([Number(size), root.toString('hex')]);
    expect(toHex(head.root)).toBe(toHex(rootOf(entries.slice(0, head.size).map(({ leaf }) => leaf))));
  }
  expect(Math.max(...heads.map(({ size }) => Number(size)))).toBe(entries.length);
  return entries.map(({ subject, kind }) => `${subject} ${kind}`);
}

const bothOf = (runs: readonly string[]): string[] => runs.flatMap((run) => [`${run} run.opened`, `${run} run.sealed`]);

test('Batchers killed in mid-batch, two at a time, lose nothing, double nothing, and never sign two histories', async () => {
  const runs = Array.from({ length: 60 }, (_, i) => `run-${i}`);
  let batchers = [startBatcher(), startBatcher()];
  for (let from = 0; from < runs.length; from += 10) {
    // Killed at the first word of a batch: the other one, or the next, is in the middle of its own.
    const spoken = Promise.race(batchers.map((batcher) => once(batcher.stdout!, 'data')));
    await Promise.all(runs.slice(from, from + 10).map(sealRun));
    await spoken;
    const gone = batchers.map((batcher) => once(batcher, 'exit'));
    for (const batcher of batchers) batcher.kill('SIGKILL');
    await Promise.all(gone);
    batchers = [startBatcher(), startBatcher()];
  }
  for (const batcher of batchers) batcher.kill('SIGKILL');
  while ((await ledger.lag()).pending > 0) await ledger.batch().catch(() => 0);
  expect((await wholeLog()).sort()).toEqual(bothOf(runs).sort());
}, 120_000);

test('Connections cut by the server in the middle of batches leave one log', async () => {
  const runs = Array.from({ length: 40 }, (_, i) => `cut-${i}`);
  const admin = connect(database.adminUrl, { max: 1 });
  const own = connect(database.serviceUrl, { max: 2, name: 'cut-batcher' });
  const cut = openLedger({ sql: own, signer, origin: ORIGIN, answerLimit: 500 });
  let done = false;
  const batching = (async () => {
    while (!done) await cut.batch().catch(() => 0);
  })();
  const cutting = (async () => {
    while (!done)
      await admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'cut-batcher' and query like '%ledger_%'`;
  })();
  await Promise.all(runs.map(sealRun)).finally(() => (done = true));
  await Promise.all([batching, cutting]);
  await Promise.all([admin.end(), own.end()]);
  while ((await ledger.lag()).pending > 0) await ledger.batch();
  expect((await wholeLog()).sort()).toEqual(bothOf(runs).sort());
});

test('A run that is rolled back leaves nothing behind that waits', async () => {
  await expect(
    sql.begin(async (tx) => {
      await store.openRun({ run: 'never', workspace: 'w' }, tx);
      throw new Error('the goal was refused');
    }),
  ).rejects.toThrow('the goal was refused');
  await sealRun('kept');
  await ledger.batch();
  expect(await wholeLog()).toEqual(bothOf(['kept']));
});

test('Opening and sealing do not wait for a batcher that hangs while it signs', async () => {
  const asked = Promise.withResolvers<null>();
  const released = Promise.withResolvers<null>();
  const hanging = openLedger({
    sql,
    origin: ORIGIN,
    signer: {
      publicKey: signer.publicKey,
      sign: async (message) => {
        asked.resolve(null);
        await released.promise;
        return signer.sign(message);
      },
    },
  });
  await sealRun('first');
  const batch = hanging.batch();
  await asked.promise;
  await Promise.all(['second', 'third'].map(sealRun));
  expect(await ledger.batch()).toBe(0);
  released.resolve(null);
  expect(await batch).toBe(2);
  expect(await ledger.batch()).toBe(4);
  expect(parseReceipt((await ledger.receipt('third'))!).index).toBeGreaterThan(1);
});
