import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { all, note, notes } from '../../../../test/postgres/drafts.ts';
import { newSigner } from '../../../../test/postgres/signer.ts';
import { toHex } from '../bytes.ts';
import { openCheckpoint } from '../checkpoint.ts';
import { verifyEventProof } from '../event-proof.ts';
import { decodeEvent } from '../event.ts';
import { rootOf } from '../merkle.ts';
import { encodeRecord } from '../record.ts';
import { mixOf } from '../tiers.ts';
import { connect, type Sql } from './connect.ts';
import { openStore } from './open-store.ts';
import type { SpineStore, StoredEvent } from './store.ts';

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

async function newRun(): Promise<string> {
  const run = `run-${++runs}`;
  await store.openRun({ run, workspace: 'w' });
  return run;
}

function canonicalOf(events: readonly StoredEvent[]): Uint8Array[] {
  return events.map(({ canonical }) => canonical);
}

test.each([1, 2, 255, 256, 257, 1000])(
  'A run sealed at %i events has proofs that verify and a record that equals encodeRecord',
  async (size) => {
    const run = await newRun();
    const signer = newSigner();
    const writer = await store.takeOver(run);
    if (size > 1) await writer.append(...notes(size - 1));
    const head = await writer.seal(signer);
    expect(head).toMatchObject({ state: 'sealed', size });
    const events = await all(store.scan(run));
    expect(toHex(head.root!)).toBe(toHex(rootOf(events.map(({ leaf }) => leaf))));
    await expect(openCheckpoint(head.checkpoint!, [signer])).resolves.toMatchObject({
      origin: run,
      size: BigInt(size),
      root: head.root,
    });
    const streamed = Buffer.concat(await all(store.record(run)));
    expect(streamed.equals(encodeRecord({ events: canonicalOf(events), checkpoint: head.checkpoint! }))).toBe(true);
    for (const seq of new Set([1, Math.ceil(size / 2), Math.max(1, size - 1), size])) {
      const proof = await verifyEventProof(await store.eventProof(run, seq), [signer]);
      expect(proof).toMatchObject({ index: BigInt(seq - 1), event: { seq: BigInt(seq), stream: run } });
    }
    await expect(store.eventProof(run, size + 1)).rejects.toMatchObject({ code: 'record.index_out_of_range' });
    await expect(store.eventProof(run, 0)).rejects.toMatchObject({ code: 'record.index_out_of_range' });
  },
);

test('The mix that is sealed counts every event before it, across writers', async () => {
  const run = await newRun();
  await (await store.takeOver(run)).append(...notes(3), { type: 'provenance.gap', actor: 'system', payload: {} });
  const head = await (await store.takeOver(run)).seal(newSigner(), { lost: 2 });
  const events = (await all(store.scan(run))).map(({ canonical }) => decodeEvent(canonical));
  expect(events.at(-1)).toMatchObject({
    type: 'provenance.mix',
    payload: { attested: 3, unobserved: 1, enforced: 0, lost: 2 },
  });
  expect(head.mix).toEqual({
    ...mixOf(events.slice(0, -1), 2),
    types: { 'provenance.attested': 3, 'provenance.gap': 1 },
  });
});

test('Sealing again returns the seal there is, for every writer, and nothing comes after it', async () => {
  const run = await newRun();
  const writer = await store.takeOver(run);
  const sealed = await writer.seal(newSigner());
  await expect(writer.append(note('after the seal'))).rejects.toMatchObject({ code: 'runseal.sealed' });
  await expect(writer.seal(newSigner())).resolves.toEqual(sealed);
  const other = await store.takeOver(run);
  await expect(other.append(note('after the seal'))).rejects.toMatchObject({ code: 'runseal.sealed' });
  await expect(other.seal(newSigner())).resolves.toEqual(sealed);
  await expect(store.head(run)).resolves.toEqual(sealed);
});

test('What was appended before the seal was called is in the record', async () => {
  const run = await newRun();
  const writer = await store.takeOver(run);
  const before = Promise.all(Array.from({ length: 10 }, (_, i) => writer.append(note(`n${i}`))));
  const sealed = await writer.seal(newSigner());
  await before;
  expect(sealed.size).toBe(11);
});

test('A signer that fails seals nothing, and the run goes on', async () => {
  const run = await newRun();
  const writer = await store.takeOver(run);
  const broken = { ...newSigner(), sign: () => Promise.reject(new Error('no key')) };
  await expect(writer.seal(broken)).rejects.toMatchObject({ code: 'sign.sign_failed' });
  await expect(writer.append(note('on'))).resolves.toMatchObject([{ seq: 1 }]);
  await expect(store.head(run)).resolves.toMatchObject({ state: 'open', size: 1 });
});

test('An open run has neither record nor proofs', async () => {
  const run = await newRun();
  await expect(all(store.record(run))).rejects.toMatchObject({ code: 'runseal.not_sealed' });
  await expect(store.eventProof(run, 1)).rejects.toMatchObject({ code: 'runseal.not_sealed' });
});

test('A proof in a run of more than 65,536 events reads a few ranges, not the run', async () => {
  const run = await newRun();
  const signer = newSigner();
  const writer = await store.takeOver(run);
  for (let round = 0; round < 14; round++) await writer.append(...notes(4_700));
  await writer.seal(signer);
  let queries = 0;
  const counted = new Proxy(sql, {
    apply(target, self, args: unknown[]) {
      queries += 1;
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  const counting = openStore({ sql: counted });
  for (const seq of [1, 256, 65_536, 65_537, 65_801]) {
    queries = 0;
    await verifyEventProof(await counting.eventProof(run, seq), [signer]);
    expect(queries).toBeLessThanOrEqual(8);
  }
});
