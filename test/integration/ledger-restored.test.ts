/** A database that was restored to an earlier time, as the worker finds it that has seen a later one. */
import { API_MIGRATIONS, startWorker } from '@runseal/api';
import { connect, openLedger, SPINE_MIGRATIONS, type SignedHead } from '@runseal/spine/postgres';
import { generateSigner } from '@runseal/spine/node';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino, type Logger } from 'pino';
import { testDatabase, type TestDatabase } from '../postgres/database.ts';
import { LETTER, openHouse, sealed, submit, until, type House } from './api-house.ts';

let database: TestDatabase;
let restored: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await testDatabase([SPINE_MIGRATIONS, API_MIGRATIONS]);
  dataDir = await mkdtemp(join(tmpdir(), 'runseal-restored-'));
});
afterAll(async () => {
  await restored.drop();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const keptFile = (): string => join(dataDir, 'ledger-head.json');

/** A house whose database outlives it. */
const houseOn = (own: TestDatabase): Promise<House> =>
  openHouse({ RUNSEAL_DATA_DIR: dataDir, RUNSEAL_LEDGER_EVERY_MS: '50' }, { ...own, drop: () => Promise.resolve() });

/** Looks into the ledger of a house; signs nothing. */
async function inLedger<T>(house: House, read: (ledger: ReturnType<typeof openLedger>) => Promise<T>): Promise<T> {
  const sql = connect(house.database.serviceUrl, { max: 1 });
  const ledger = openLedger({ sql, signer: generateSigner(), origin: 'runseal/reader' });
  return read(ledger).finally(() => sql.end());
}

const headOf = (house: House): Promise<SignedHead | null> => inLedger(house, (ledger) => ledger.head());

async function oneRun(house: House): Promise<void> {
  await until(house, await submit(house, { objective: LETTER }), sealed);
}

/** Runs one goal through a house of its own and answers the head of the ledger over it. */
async function aDayOn(own: TestDatabase): Promise<SignedHead> {
  const house = await houseOn(own);
  const worker = await house.worker();
  await oneRun(house);
  await worker.stop();
  const head = await headOf(house);
  await house.close();
  return head!;
}

async function copyOf(from: TestDatabase): Promise<TestDatabase> {
  const name = `${new URL(from.ownerUrl).pathname.slice(1)}_backup`;
  const to = (url: string, database: string): string => Object.assign(new URL(url), { pathname: database }).href;
  const admin = connect(to(from.adminUrl, 'postgres'), { max: 1 });
  const old = new URL(from.ownerUrl).pathname.slice(1);
  let users = 1;
  while (users > 0) users = (await admin`select from pg_stat_activity where datname = ${old}`).length;
  await admin.unsafe(`create database ${name} template ${old} owner runseal_owner strategy file_copy`);
  await admin.end();
  const urls = [from.ownerUrl, from.serviceUrl, from.adminUrl].map((url) => to(url, name));
  return {
    ownerUrl: urls[0]!,
    serviceUrl: urls[1]!,
    adminUrl: urls[2]!,
    async drop() {
      const again = connect(to(from.adminUrl, 'postgres'), { max: 1 });
      await again.unsafe(`drop database ${name} with (force)`).finally(() => again.end());
    },
  };
}

/** A log that is kept. */
function listener(): { readonly log: Logger; readonly said: (code: string) => boolean } {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  return { log, said: (code) => lines.some((line) => (JSON.parse(line) as { code?: string }).code === code) };
}

test('A worker that saw a later ledger says so at once, and signs no second history', async () => {
  const monday = await aDayOn(database);
  restored = await copyOf(database);
  const tuesday = await aDayOn(database);
  expect(tuesday.size).toBeGreaterThan(monday.size);
  expect(JSON.parse(await readFile(keptFile(), 'utf8'))).toMatchObject({ size: tuesday.size });

  const house = await houseOn(restored);
  const { log, said } = listener();
  const worker = await startWorker(house.config, log);
  while (!said('runseal.ledger_rewound')) await pause(10);
  // Runs go on; what they announce waits, however much longer than the lost ledger it would be.
  for (let n = 0; n < 3; n++) await oneRun(house);
  await worker.stop();
  expect(await headOf(house)).toMatchObject({ size: monday.size });
  await expect(inLedger(house, (ledger) => ledger.lag())).resolves.not.toMatchObject({ pending: 0 });

  // The operator has looked, and said so.
  await rename(keptFile(), `${keptFile()}.lost`);
  await house.worker();
  while ((await headOf(house))!.size <= tuesday.size) await pause(10);
  await house.close();
});

/** A worker that meets this file says so, drives a run, and signs nothing. */
async function expectNoHead(kept: string, code: string): Promise<void> {
  await writeFile(keptFile(), kept);
  const house = await houseOn(restored);
  const before = await headOf(house);
  const { log, said } = listener();
  const worker = await startWorker(house.config, log);
  while (!said(code)) await pause(10);
  await oneRun(house);
  await worker.stop();
  expect(await headOf(house)).toMatchObject({ size: before!.size });
  await house.close();
}

test('What is remembered and cannot be read is no permission to sign', () =>
  expectNoHead('{"size":', 'ledger_head_unreadable'));

test('A ledger that is as long as the one that is remembered, and another, is a second history', async () => {
  await rm(keptFile());
  const { size } = await aDayOn(restored);
  const kept = JSON.parse(await readFile(keptFile(), 'utf8')) as object;
  expect(kept).toMatchObject({ size });
  await expectNoHead(JSON.stringify({ ...kept, root: 'ab'.repeat(32) }), 'runseal.ledger_rewound');
});
