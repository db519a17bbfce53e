import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { all, note, notes } from '../../../../test/postgres/drafts.ts';
import { newSigner } from '../../../../test/postgres/signer.ts';
import { toHex } from '../bytes.ts';
import { GENESIS_LINK } from '../chain.ts';
import { commitContent, contentRefToCbor, openContent } from '../content.ts';
import { verifyEventProof } from '../event-proof.ts';
import { decodeEvent } from '../event.ts';
import { decodeRecord } from '../record.ts';
import { connect, type Sql } from './connect.ts';
import { openStore } from './open-store.ts';
import type { SpineStore } from './store.ts';

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

test('A run opens empty, once', async () => {
  const run = await newRun();
  await expect(store.head(run)).resolves.toMatchObject({
    run,
    workspace: 'w',
    state: 'open',
    size: 0,
    link: GENESIS_LINK,
    fence: 0n,
    root: null,
    checkpoint: null,
    mix: null,
    sealedAt: null,
  });
  await expect(store.openRun({ run, workspace: 'w' })).rejects.toMatchObject({ code: 'runseal.run_exists' });
});

test('A run that does not exist is refused everywhere', async () => {
  const unknown = { code: 'runseal.run_unknown' };
  await expect(store.head('nowhere')).rejects.toMatchObject(unknown);
  await expect(store.takeOver('nowhere')).rejects.toMatchObject(unknown);
  await expect(all(store.record('nowhere'))).rejects.toMatchObject(unknown);
  await expect(store.eventProof('nowhere', 1)).rejects.toMatchObject(unknown);
});

test('A run opened in a transaction that is rolled back was never opened', async () => {
  await sql
    .begin(async (tx) => {
      await store.openRun({ run: 'rolled-back', workspace: 'w' }, tx);
      throw new Error('roll back');
    })
    .catch(() => undefined);
  await expect(store.head('rolled-back')).rejects.toMatchObject({ code: 'runseal.run_unknown' });
});

test('What is appended is read back byte for byte, with its hashes', async () => {
  const run = await newRun();
  const writer = await store.takeOver(run);
  const time = 1_764_424_800_123_456_789n;
  const payload = { text: 'W\0s \u{1F512}', big: 9_007_199_254_740_993n, bytes: Uint8Array.of(0, 255), call: 7 };
  const [first, second] = await writer.append(note('a', { time, payload }), note('b', { principal: 'ana' }));
  expect([first?.seq, second?.seq, writer.size]).toEqual([1, 2, 2]);
  const events = await store.events(run, { after: 0, limit: 10 });
  expect(decodeEvent(events[0]!.canonical)).toMatchObject({ stream: run, seq: 1, time, payload });
  expect(decodeEvent(events[1]!.canonical)).toMatchObject({ seq: 2, principal: 'ana' });
  expect(events[0]).toMatchObject({
    seq: 1,
    time,
    tier: 'attested',
    type: 'provenance.attested',
    leaf: first!.leaf,
    link: first!.link,
  });
  await expect(store.head(run)).resolves.toMatchObject({ size: 2, link: second!.link });
  await expect(store.events(run, { after: 1, limit: 1 })).resolves.toEqual([events[1]]);
});

test('A bad draft is refused alone and takes no seq', async () => {
  const writer = await store.takeOver(await newRun());
  const content = commitContent(Uint8Array.of(1), 'text/plain');
  const outcomes = await Promise.allSettled([
    writer.append(note('good')),
    writer.append(note('bad', { payload: { rate: 0.5 } })),
    writer.append(note('bad', { type: 'with\0nul' })),
    writer.append(note('bad', { contents: [{ ...content, bytes: Uint8Array.of(2) }] })),
    writer.append(note('good too')),
  ]);
  expect(
    outcomes.map((o) => (o.status === 'fulfilled' ? o.value[0]?.seq : (o.reason as { code: string }).code)),
  ).toEqual([1, 'enc.encode', 'runseal.bad_event_type', 'runseal.bad_content', 2]);
});

test('25 callers of one writer keep their order and are never interleaved within a call', async () => {
  const run = await newRun();
  const writer = await store.takeOver(run);
  const calls = Array.from({ length: 25 }, async (_, caller) => {
    const seqs: number[] = [];
    for (let round = 0; round < 8; round++) {
      const recorded = await writer.append(note(`${caller}.${round}.0`), note(`${caller}.${round}.1`));
      seqs.push(...recorded.map(({ seq }) => seq));
    }
    return seqs;
  });
  const seqs = await Promise.all(calls);
  for (const own of seqs) {
    expect(own).toEqual([...own].sort((a, b) => a - b));
    for (let i = 0; i < own.length; i += 2) expect(own[i + 1]).toBe(own[i]! + 1);
  }
  const events = await all(store.scan(run));
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 400 }, (_, i) => i + 1));
  const texts = new Set(events.map(({ canonical }) => decodeEvent(canonical).payload['text']));
  expect(texts.size).toBe(400);
});

test('25 writers that take the same run over leave one who may write, and no fork', async () => {
  const run = await newRun();
  const writers = await Promise.all(Array.from({ length: 25 }, () => store.takeOver(run)));
  const outcomes = await Promise.allSettled(writers.map((writer) => writer.append(note(`fence ${writer.fence}`))));
  const refused = outcomes.flatMap((o) => (o.status === 'rejected' ? [(o.reason as { code: string }).code] : []));
  expect(refused).toEqual(Array.from({ length: 24 }, () => 'runseal.fenced'));
  const winner = writers.reduce((a, b) => (a.fence > b.fence ? a : b));
  expect(winner.size).toBe(1);
  await expect(store.head(run)).resolves.toMatchObject({ size: 1, fence: 25n });
});

test('A writer that lost its run is refused from then on, and the new one continues where it stood', async () => {
  const run = await newRun();
  const old = await store.takeOver(run);
  await old.append(...notes(300));
  const next = await store.takeOver(run);
  await expect(old.append(note('late'))).rejects.toMatchObject({ code: 'runseal.fenced' });
  await expect(old.append(note('later'))).rejects.toMatchObject({ code: 'runseal.fenced' });
  await expect(next.append(note('on'))).resolves.toMatchObject([{ seq: 301 }]);
});

test('Content survives byte for byte until it is erased, and the record verifies after that', async () => {
  const run = await newRun();
  const signer = newSigner();
  const writer = await store.takeOver(run);
  const kept = commitContent(
    Uint8Array.from({ length: 100_000 }, (_, i) => i % 256),
    'application/octet-stream',
  );
  const gone = commitContent(new TextEncoder().encode('a secret \0 in the open'), 'text/plain');
  const empty = commitContent(new Uint8Array(), 'text/plain');
  await writer.append(
    note('all', { payload: { ref: contentRefToCbor(gone.ref) }, contents: [kept, gone, empty, gone] }),
  );
  await writer.append(note('again', { contents: [kept] }));
  expect((await all(store.contents(run))).map((content) => toHex(content.ref.commitment)).sort()).toEqual(
    [kept, gone, empty].map(({ ref }) => toHex(ref.commitment)).sort(),
  );
  const { content } = await store.content(run, gone.ref.commitment);
  expect(content).toEqual(gone);
  expect(openContent(content!)).toBe(true);

  await writer.seal(signer);
  const before = Buffer.concat(await all(store.record(run)));
  const why = { by: 'dpo', reason: 'request 12', legalBasis: 'GDPR 17' };
  await expect(store.erase(run, [gone.ref.commitment], why)).resolves.toBe(1);
  await expect(store.erase(run, [gone.ref.commitment], why)).resolves.toBe(0);
  await expect(store.content(run, gone.ref.commitment)).resolves.toEqual({ content: null, erased: true });
  await expect(store.content(run, new Uint8Array(32))).resolves.toEqual({ content: null, erased: false });
  expect(await all(store.contents(run))).toHaveLength(2);
  const after = Buffer.concat(await all(store.record(run)));
  expect(after.equals(before)).toBe(true);
  expect(decodeRecord(after).events).toHaveLength(3);
  await verifyEventProof(await store.eventProof(run, 1), [signer]);
});

test('A range that makes no sense is refused', async () => {
  for (const range of [
    { after: -1, limit: 1 },
    { after: 0, limit: 0 },
    { after: 0, limit: 10_001 },
    { after: 0.5, limit: 1 },
  ]) {
    await expect(store.events('any', range)).rejects.toMatchObject({ code: 'runseal.bad_range' });
  }
});

test('A watcher hears of events of its run, and is heard of no more once it stops', async () => {
  const run = await newRun();
  const writer = await store.takeOver(run);
  let told: () => void = () => undefined;
  const heard = (): Promise<void> => new Promise((resolve) => (told = resolve));
  const stop = await store.watch(run, () => told());
  for (let round = 0; round < 3; round++) {
    const next = heard();
    await writer.append(note(`round ${round}`));
    await next;
  }
  await stop();
  let calls = 0;
  told = () => (calls += 1);
  const other = await store.watch(run, () => undefined);
  await writer.append(note('unheard'));
  await other();
  expect(calls).toBe(0);
});

test('A watcher hears even when the notice was lost', async () => {
  const run = await newRun();
  const silent = openStore({ sql: withoutNotices(sql) });
  const writer = await silent.takeOver(run);
  const heard = new Promise<void>((resolve) => void store.watch(run, resolve));
  await heard;
  let told: () => void = () => undefined;
  const again = new Promise<void>((resolve) => (told = resolve));
  const stop = await store.watch(run, () => told());
  await writer.append(note('unannounced'));
  await again;
  await stop();
});

/** A pool on which pg_notify is never asked for. */
function withoutNotices(pool: Sql): Sql {
  return new Proxy(pool, {
    apply(target, self, args: [readonly string[]]) {
      if (args[0].join('').includes('pg_notify')) return Promise.resolve([]);
      return Reflect.apply(target, self, args) as unknown;
    },
  });
}
