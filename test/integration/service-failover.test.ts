/** The whole service while its primary database dies, and the standby takes over. */
import { generateSigner } from '@runseal/spine/node';
import { checkNotRewound, connect, openLedger, openStore, type SignedHead, type Sql } from '@runseal/spine/postgres';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, eventsOf, LETTER, openHouse, sealed, show, submit, until, type House } from './api-house.ts';
import { killRest, runWorker, said, type Running } from './api-process.ts';
import { twoServers, type TwoServers } from './two-servers.ts';

const STEP = ['run_command', { argv: ['sleep', '0.2'] }] as const;
const LONG = { objective: calls(...Array.from({ length: 10 }, () => STEP)), grant: ['run_command'] };
const UNTIL_GO = ['sh', '-c', 'while [ ! -e go ]; do sleep 0.05; done'];
const UNTIL_ON = ['sh', '-c', 'while [ ! -e on ]; do sleep 0.05; done'];
const WAITS_TWICE = {
  objective: calls(['run_command', { argv: UNTIL_ON }], ['run_command', { argv: UNTIL_GO }]),
  grant: ['run_command'],
};
const WAITS = { objective: calls(['run_command', { argv: UNTIL_GO }]), grant: ['run_command'] };

let servers: TwoServers;
let house: House;
afterEach(async () => {
  killRest();
  await house.close().finally(() => servers.close());
});

const opened = (leaseMs: string, patienceMs = '10000'): Promise<House> =>
  openHouse(
    { RUNSEAL_LEDGER_EVERY_MS: '50', RUNSEAL_LEASE_MS: leaseMs, RUNSEAL_STORE_PATIENCE_MS: patienceMs },
    servers.database,
  );

async function withDatabase<T>(look: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(servers.database.adminUrl, { max: 2 });
  return look(sql).finally(() => sql.end());
}

const ledgerOver = (sql: Sql) => openLedger({ sql, signer: generateSigner(), origin: 'runseal/reader' });
const headNow = (): Promise<SignedHead> => withDatabase(async (sql) => (await ledgerOver(sql).head())!);
const leavesOf = async (run: string): Promise<string> => (await house.ask(`/api/v1/runs/${run}/leaves`)).text();

const touch = (run: string, name: string): Promise<void> =>
  writeFile(join(house.dataDir, 'runs', run, 'workspace', name), '');

async function caughtUp(): Promise<void> {
  while ((await withDatabase((sql) => ledgerOver(sql).lag())).pending > 0) await pause(50);
}

interface Line {
  readonly level: number;
  readonly code?: string;
  readonly run?: string;
}

const linesOf = ({ log }: Running): readonly Line[] =>
  log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

/** Three clients that submit three goals each, one after the other, each until it is acknowledged. */
async function clients(acknowledged: string[], refusals: Set<string>): Promise<void> {
  const one = async (): Promise<string> => {
    const key = randomUUID();
    for (;;)
      try {
        return await submit(house, LONG, key);
      } catch (error) {
        refusals.add((error as Error).message.split(':')[0]!);
        await pause(50);
      }
  };
  const client = async (): Promise<void> => {
    for (let n = 0; n < 3; n += 1) acknowledged.push(await one());
  };
  await Promise.all([client(), client(), client()]);
}

test('With a standby that is asked before a commit is acknowledged, a failover loses nothing and stops no run', async () => {
  servers = await twoServers('in step');
  // As installations are: a lease outlives the patience with a database, which outlives a failover on a busy machine.
  house = await opened('90000', '60000');
  const workers = await Promise.all([runWorker({ env: house.env }), runWorker({ env: house.env })]);
  const runs = [await submit(house, { objective: LETTER })];
  await until(house, runs[0]!, sealed);
  const refusals = new Set<string>();
  await clients(runs, refusals);
  await until(house, runs.at(-3)!, ({ events }) => events >= 5);
  const before = new Map<string, string>();
  for (const run of runs) before.set(run, await leavesOf(run));
  const head = await headNow();

  const more = clients(runs, refusals);
  await servers.losePrimary();
  await servers.promoteStandby();
  await more;

  expect([...refusals].filter((refusal) => refusal !== '503 store_unavailable')).toEqual([]);
  for (const run of runs)
    expect(await until(house, run, sealed, 60_000)).toMatchObject({ state: 'completed', errorCode: null });
  for (const [run, leaves] of before) expect((await leavesOf(run)).startsWith(leaves)).toBe(true);
  await caughtUp();
  await withDatabase(async (sql) => {
    const store = openStore({ sql });
    for (const run of runs) expect(await store.audit(run)).toMatchObject({ state: 'sealed', found: 0 });
    await checkNotRewound(sql, { last: () => Promise.resolve(head) });
  });
  // Each run opened and sealed, and the key announced, once.
  expect((await headNow()).size).toBe(2 * runs.length + 1);
  // Trouble passed; nobody is called at night.
  expect(workers.flatMap(linesOf).filter(({ level }) => level >= 50)).toEqual([]);
  expect(workers.map(({ child }) => child.exitCode)).toEqual([null, null]);
});

test('With one that had not received the last commits, what was lost is told, and no second ledger is signed', async () => {
  servers = await twoServers('ahead');
  house = await opened('4000');
  const worker = await runWorker({ env: house.env });
  await until(house, await submit(house, { objective: LETTER }), sealed);
  const begun = await submit(house, WAITS);
  const cut = await submit(house, WAITS_TWICE);
  for (const run of [begun, cut]) await until(house, run, ({ events }) => events >= 3);
  await caughtUp();
  const head = await headNow();
  await servers.fallBehind();
  const lost = await submit(house, { objective: LETTER });
  await until(house, lost, sealed);
  await touch(cut, 'on');
  await until(house, cut, ({ events }) => events >= 5);
  const lostWhileDriven = await submit(house, WAITS);
  await until(house, lostWhileDriven, ({ events }) => events >= 3);
  await caughtUp();
  expect((await headNow()).size).toBeGreaterThan(head.size);

  await servers.losePrimary();
  await servers.promoteStandby();
  await said(worker, '"code":"runseal.ledger_rewound"');
  for (const run of [begun, lostWhileDriven]) await touch(run, 'go');
  await said(worker, `"run":"${lostWhileDriven}","code":"run_lost"`);
  await touch(cut, 'go');
  await said(worker, `"run":"${cut}","code":"run_lost"`);
  const told = linesOf(worker).filter(({ level }) => level >= 50);
  expect(told.map(({ code, run }) => [code, run]).toSorted()).toEqual([
    ...[cut, lostWhileDriven].toSorted().map((run) => ['run_lost', run]),
    ['runseal.ledger_rewound', undefined],
  ]);
  // Of the one that was cut short the record itself says how much is missing, and claims nothing of what was done then.
  expect(await until(house, cut, sealed)).toMatchObject({ state: 'failed', errorCode: 'record_lost' });
  const left = await eventsOf(house, cut);
  expect(left.filter(({ type }) => type === 'provenance.gap').map(({ payload }) => payload)).toMatchObject([
    { surface: 'recorder', reason: 'record_lost', count: 2 },
    { surface: 'dispatch', reason: 'outcome_unknown', calls: [1] },
    { surface: 'recorder', reason: 'record_lost', count: 0 },
  ]);
  expect(left.at(-1)).toMatchObject({ type: 'provenance.mix', payload: { lost: 2 } });
  // What is there goes on; what is gone is not there.
  const after = [begun, await submit(house, { objective: LETTER })];
  for (const run of after) expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
  for (const run of [lost, lostWhileDriven]) expect(await show(house, run)).toMatchObject({ code: 'run_unknown' });
  expect(await headNow()).toMatchObject({ size: head.size });
});
