/** Long appends, which become several statements of one transaction: they are still one append. */
import { setTimeout as pause } from 'node:timers/promises';
import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { note } from '../../../../test/postgres/drafts.ts';
import { newSigner } from '../../../../test/postgres/signer.ts';
import type { EventDraft } from '../event.ts';
import { connect, type Sql } from './connect.ts';
import { openStore } from './open-store.ts';
import type { RunWriter, SpineStore } from './store.ts';

let database: TestDatabase;
let sql: Sql;
let admin: Sql;
let store: SpineStore;
let opened = 0;

beforeAll(async () => {
  database = await testDatabase();
  sql = connect(database.serviceUrl);
  admin = connect(database.adminUrl);
  store = openStore({ sql });
});

afterAll(async () => {
  await Promise.all([sql.end(), admin.end()]);
  await database.drop();
});

async function newWriter(from: SpineStore = store): Promise<RunWriter> {
  const run = `long ${++opened}`;
  await from.openRun({ run, workspace: 'w' });
  return from.takeOver(run);
}

const LONG = 1_000;
const notes = (name: string, count = LONG): EventDraft[] =>
  Array.from({ length: count }, (_, n) => note(`${name} ${n}`));
const bad = { ...note('bad'), payload: { n: 0.5 } } as unknown as EventDraft;

/** Whole: in one chain, whose last event the head names. */
async function expectWhole(run: string, size: number): Promise<void> {
  await expect(store.head(run)).resolves.toMatchObject({ size });
  await expect(store.audit(run)).resolves.toMatchObject({ found: 0 });
}

/** Holds the head of a run until it is let go: whoever appends to it waits. */
async function holdHead(run: string): Promise<() => Promise<void>> {
  let letGo = (): void => undefined;
  let isHeld = (): void => undefined;
  const free = new Promise<void>((resolve) => (letGo = resolve));
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  const transaction = admin.begin(async (tx) => {
    await tx`select from spine.head where run = ${run} for update`;
    isHeld();
    await free;
  });
  await held;
  return async () => {
    letGo();
    await transaction;
  };
}

/** Server processes that wait for somebody's lock, once there are so many. */
async function waiting(atLeast = 1): Promise<number[]> {
  for (;;) {
    const rows = await admin<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    if (rows.length >= atLeast) return rows.map(({ pid }) => pid);
    await pause(10);
  }
}

test('A long append is one append: in order, contiguous, answered with what is stored', async () => {
  const writer = await newWriter();
  await writer.append(note('first'));
  const recorded = await writer.append(...notes('long'));
  expect(recorded.map(({ seq }) => seq)).toEqual(Array.from({ length: LONG }, (_, n) => n + 2));
  const leaves: Uint8Array[] = [];
  for await (const { leaf } of store.scan(writer.run)) leaves.push(leaf);
  expect(recorded.map(({ leaf }) => Buffer.from(leaf))).toEqual(leaves.slice(1).map((leaf) => Buffer.from(leaf)));
  await writer.append(note('last'));
  await expectWhole(writer.run, LONG + 2);
});

test('Calls keep their order, long and short, and a seal comes after all of them', async () => {
  const writer = await newWriter();
  const calls = [['a'], notes('b'), ['c'], ['d'], notes('e', 300), ['f']].map((call) =>
    writer.append(...call.map((each) => (typeof each === 'string' ? note(each) : each))),
  );
  const sealed = await writer.seal(newSigner());
  const firsts = (await Promise.all(calls)).map(([first]) => first!.seq);
  expect(firsts).toEqual([1, 2, LONG + 2, LONG + 3, LONG + 4, LONG + 304]);
  expect(sealed.size).toBe(LONG + 305);
  await expectWhole(writer.run, LONG + 305);
});

test.each([0, 40, LONG])(
  'A bad draft at place %i fails its own call and no other, and leaves nothing behind',
  async (at) => {
    const writer = await newWriter();
    const before = writer.append(note('before'));
    const long = writer.append(...notes('long', at), bad, ...notes('rest', LONG - at));
    const after = writer.append(note('after'));
    await expect(long).rejects.toMatchObject({ code: 'enc.encode' });
    await expect(before).resolves.toMatchObject([{ seq: 1 }]);
    await expect(after).resolves.toMatchObject([{ seq: 2 }]);
    await expectWhole(writer.run, 2);
  },
);

test('Who takes the run over while pieces are on their way gets it without them', async () => {
  const writer = await newWriter();
  const letGo = await holdHead(writer.run);
  const other = store.takeOver(writer.run);
  await waiting();
  const long = writer.append(...notes('long'));
  await letGo();
  await expect(long).rejects.toMatchObject({ code: 'runseal.fenced' });
  await (await other).append(note('other'));
  await expectWhole(writer.run, 1);
});

test('A connection lost in the midst: all of it is there, once', async () => {
  const writer = await newWriter();
  const letGo = await holdHead(writer.run);
  const long = writer.append(...notes('long'));
  const after = writer.append(note('after'));
  for (const pid of await waiting()) await admin`select pg_terminate_backend(${pid})`;
  await letGo();
  await expect(long).resolves.toHaveLength(LONG);
  await expect(after).resolves.toMatchObject([{ seq: LONG + 1 }]);
  await expectWhole(writer.run, LONG + 1);
});

test('An append that is asked again as a whole, while its pieces still wait, is there once', async () => {
  const hasty = openStore({ sql, answerLimit: 200 });
  const writer = await newWriter(hasty);
  const letGo = await holdHead(writer.run);
  const long = writer.append(...notes('long'));
  await waiting(2);
  await letGo();
  await expect(long).resolves.toHaveLength(LONG);
  await writer.append(note('after'));
  await expectWhole(writer.run, LONG + 1);
});

test('Pieces of an append that was taken over as a whole are never stored as a part', async () => {
  // One connection, which somebody else has: the transaction of the pieces does not begin before they are given up.
  const narrow = connect(database.serviceUrl, { max: 1 });
  try {
    const hasty = openStore({ sql: narrow, answerLimit: 200, patience: 0 });
    const writer = await newWriter(hasty);
    const busy = narrow`select pg_sleep(0.6)`.execute();
    await expect(writer.append(...notes('long'))).rejects.toMatchObject({ code: 'runseal.store_unavailable' });
    await busy;
    await pause(200);
    await expectWhole(writer.run, 0);
    await expect(writer.append(note('after'))).resolves.toMatchObject([{ seq: 1 }]);
  } finally {
    await narrow.end();
  }
});
