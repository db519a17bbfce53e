import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { note } from '../../../../test/postgres/drafts.ts';
import { connect, type Sql } from './connect.ts';
import { openStore } from './open-store.ts';
import type { RunWriter, SpineStore } from './store.ts';

let database: TestDatabase;
let sql: Sql;
let owner: Sql;
let store: SpineStore;
let asked: string[];
let opened = 0;

beforeAll(async () => {
  database = await testDatabase();
  sql = connect(database.serviceUrl);
  owner = connect(database.ownerUrl);
  store = openStore({ sql: watched(sql) });
});

beforeEach(() => {
  asked = [];
});

afterAll(async () => {
  await Promise.all([sql.end(), owner.end()]);
  await database.drop();
});

async function newWriters(count: number): Promise<RunWriter[]> {
  const names = Array.from({ length: count }, () => `joint "${++opened}", \\{}`);
  return Promise.all(
    names.map(async (run) => {
      await store.openRun({ run, workspace: 'w' });
      return store.takeOver(run);
    }),
  );
}

test('Appends to many runs at once share statements; each run has its own, in one chain', async () => {
  const writers = await newWriters(12);
  asked = [];
  const call = { type: 'dispatch.start', actor: 'agent', payload: { call: 7 } } as const;
  for (let n = 0; n < 3; n++)
    await Promise.all(writers.map((writer, i) => writer.append(i === 5 ? call : note(`${n}`))));
  const statements = asked.filter((text) => text.includes('append_'));
  expect(statements.length).toBeLessThan(18);
  expect(statements.some((text) => text.includes('append_each'))).toBe(true);
  for (const { run } of writers) {
    await expect(store.audit(run)).resolves.toMatchObject({ found: 0 });
    await expect(store.head(run)).resolves.toMatchObject({ size: 3 });
  }
  const rows = await sql`select call from spine.event where run = ${writers[5]!.run}`;
  expect(rows.map(({ call: of }) => of as unknown)).toEqual(['7', '7', '7']);
});

test('A writer that was fenced off is refused; those whose appends travelled with its are not', async () => {
  const writers = await newWriters(6);
  await store.takeOver(writers[4]!.run);
  const outcomes = await Promise.allSettled(writers.map((writer) => writer.append(note('1'))));
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect((outcomes[4] as PromiseRejectedResult).reason).toMatchObject({ code: 'runseal.fenced' });
  await expect(store.head(writers[4]!.run)).resolves.toMatchObject({ size: 0 });
});

test.each([[[3]], [[0, 1]]])(
  'Runs that somebody else holds locked keep no others waiting: %j of six',
  async (lockedOnes) => {
    const writers = await newWriters(6);
    let free = (): void => undefined;
    const freed = new Promise<void>((resolve) => (free = resolve));
    let locked = (): void => undefined;
    const held = new Promise<void>((resolve) => (locked = resolve));
    const holding = owner.begin(async (tx) => {
      for (const i of lockedOnes) await tx`select from spine.head where run = ${writers[i]!.run} for update`;
      locked();
      await freed;
    });
    await held;
    const appends = writers.map((writer) => writer.append(note('1')));
    await Promise.all(appends.filter((_, i) => !lockedOnes.includes(i)));
    for (const i of lockedOnes) await expect(store.head(writers[i]!.run)).resolves.toMatchObject({ size: 0 });
    free();
    await holding;
    await Promise.all(appends);
    for (const { run } of writers) await expect(store.head(run)).resolves.toMatchObject({ size: 1 });
  },
);

test('What the database refuses of one does not fail the others', async () => {
  const writers = await newWriters(6);
  // A function that lies between the store and the database: the event of one run is damaged on the way, once.
  let damaged = false;
  store = openStore({
    sql: watched(sql, (text, parameters) => {
      if (damaged || !text.includes('append_each')) return;
      damaged = true;
      (parameters[4] as Buffer).fill(0, 0, 8);
    }),
  });
  const again = await Promise.all(writers.map(({ run }) => store.takeOver(run)));
  const outcomes = await Promise.allSettled(again.map((writer) => writer.append(note('1'))));
  expect(damaged).toBe(true);
  expect(outcomes.map(({ status }) => status)).toEqual(Array(6).fill('fulfilled'));
  for (const { run } of writers) await expect(store.audit(run)).resolves.toMatchObject({ found: 0 });
});

/** The same database; every statement is written down, and may be tampered with. */
function watched(database: Sql, tamper: (text: string, parameters: unknown[]) => void = () => undefined): Sql {
  return new Proxy(database, {
    apply(target, self, args: unknown[]): unknown {
      const text = String(args[0]);
      asked.push(text);
      tamper(text, args.slice(1));
      return Reflect.apply(target, self, args) as unknown;
    },
  });
}
