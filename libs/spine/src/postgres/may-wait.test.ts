import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { note } from '../../../../test/postgres/drafts.ts';
import { newSigner } from '../../../../test/postgres/signer.ts';
import type { EventDraft } from '../event.ts';
import { connect, type Sql } from './connect.ts';
import { openStore } from './open-store.ts';
import type { RunWriter, SpineStore } from './store.ts';

let database: TestDatabase;
let sql: Sql;
let store: SpineStore;
let runs = 0;

beforeAll(async () => {
  database = await testDatabase();
  sql = connect(database.serviceUrl);
  store = openStore({ sql });
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

async function newWriter(): Promise<RunWriter> {
  const run = `run-${++runs}`;
  await store.openRun({ run, workspace: 'w' });
  return store.takeOver(run);
}

const patient = (text: string): EventDraft => note(text, { mayWait: true });

/** The transaction each event came with, in order. */
async function commitsOf({ run }: RunWriter): Promise<string[]> {
  const rows = await sql<{ xmin: string }[]>`select xmin::text from spine.event where run = ${run} order by seq`;
  return rows.map(({ xmin }) => xmin);
}

test('Events that may wait share the commit of the next one that may not, in the order they were given', async () => {
  const writer = await newWriter();
  const waiting = [writer.append(patient('a')), writer.append(patient('b'))];
  await new Promise(setImmediate);
  const [c] = await writer.append(note('c'));
  const seqs = (await Promise.all(waiting)).flat().map(({ seq }) => seq);
  expect([...seqs, c!.seq]).toEqual([1, 2, 3]);
  expect(new Set(await commitsOf(writer)).size).toBe(1);
});

test('Nothing waits for ever, and much does not wait at all', async () => {
  const writer = await newWriter();
  await expect(writer.append(patient('alone'))).resolves.toMatchObject([{ seq: 1 }]);
  const many = Array.from({ length: 200 }, (_, i) => writer.append(patient(String(i))));
  await many[0];
  expect((await commitsOf(writer)).length).toBeGreaterThanOrEqual(65);
  await Promise.all(many);
  expect(await commitsOf(writer)).toHaveLength(201);
});

test('What may wait waits no longer when somebody needs it', async () => {
  const writer = await newWriter();
  const waiting = writer.append(patient('a'));
  writer.hurry!();
  await new Promise(setImmediate);
  await Promise.all([waiting, writer.append(note('b'))]);
  expect(new Set(await commitsOf(writer)).size).toBe(2);
  expect(() => writer.hurry!()).not.toThrow();
});

test('A seal takes along what waits', async () => {
  const writer = await newWriter();
  const waiting = writer.append(patient('a'));
  await expect(writer.seal(newSigner())).resolves.toMatchObject({ size: 2 });
  await expect(waiting).resolves.toMatchObject([{ seq: 1 }]);
  await expect(writer.append(patient('b'))).rejects.toMatchObject({ code: 'runseal.sealed' });
});

test('A bad draft among those that may wait is refused at once and alone', async () => {
  const writer = await newWriter();
  const waiting = writer.append(patient('a'));
  await expect(writer.append({ ...patient('b'), type: '' })).rejects.toMatchObject({ code: 'runseal.bad_event_type' });
  await Promise.all([waiting, writer.append(note('c'))]);
  expect(await commitsOf(writer)).toHaveLength(2);
});
