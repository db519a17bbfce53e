/** Runs of several pages, with events and contents larger than one: what is read in pages is what one statement reads. */
import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { all } from '../../../../test/postgres/drafts.ts';
import { toHex } from '../bytes.ts';
import { commitContent, type Content } from '../content.ts';
import type { EventDraft } from '../event.ts';
import type { Hasher } from '../hash.ts';
import { nodeHasher } from '../node/hash.ts';
import { generateSigner } from '../node/signer.ts';
import { encodeRecord } from '../record.ts';
import { connect, type Sql } from './connect.ts';
import { openStore } from './open-store.ts';
import { readContentsOf, readLeaves } from './reads.ts';
import { readAllEvents } from './sealed-reads.ts';
import { bytesOf } from './rows.ts';
import type { SpineStore } from './store.ts';

const RUN = 'long';
const SIZE = 1_300;
let database: TestDatabase;
let sql: Sql;
let store: SpineStore;

beforeAll(async () => {
  database = await testDatabase();
  sql = connect(database.serviceUrl);
  store = openStore({ sql });
  await store.openRun({ run: RUN, workspace: 'w' });
  const writer = await store.takeOver(RUN);
  await writer.append(...Array.from({ length: SIZE - 1 }, (_, n) => draftAt(n)));
  await writer.seal(generateSigner());
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

/** Every hundredth is larger than a page, as an event and as a content. */
function draftAt(n: number): EventDraft {
  const text = 'x'.repeat(n % 100 === 50 ? 300_000 : n % 7);
  const content = commitContent(new TextEncoder().encode(`${String(n)} ${text}${text}`), 'text/plain "quoted"');
  return { type: 'provenance.attested', actor: 'agent', payload: { kind: 'progress', n, text }, contents: [content] };
}

const rows = () => sql<{ seq: string; canonical: Buffer; leaf: Buffer; link: Buffer; type: string }[]>`
  select seq, canonical, leaf, link, type from spine.event where run = ${RUN} order by seq`;

test('A scan gives every event once, with every column', async () => {
  const scanned = (await all(store.scan(RUN))).map(({ seq, canonical, leaf, link, type }) => [
    ...[String(seq), toHex(canonical), toHex(leaf), toHex(link), type],
  ]);
  const stored = (await rows()).map(({ seq, canonical, leaf, link, type }) => [
    ...[seq, canonical.toString('hex'), leaf.toString('hex'), link.toString('hex'), type],
  ]);
  expect(scanned).toEqual(stored);
  expect((await all(store.scan(RUN, { after: 510, upTo: 1_030 }))).map(({ seq }) => seq)).toEqual(
    Array.from({ length: 520 }, (_, n) => 511 + n),
  );
});

test('The record is the one its events make, and no piece of it is much larger than a page', async () => {
  const events = (await rows()).map(({ canonical }) => bytesOf(canonical));
  const pieces = await all(store.record(RUN));
  const { checkpoint } = await store.head(RUN);
  expect(Buffer.concat(pieces).equals(encodeRecord({ events, checkpoint: checkpoint! }))).toBe(true);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(600_000);
});

test('The events asked about are those of the record, however often a page is gone through', async () => {
  const seqs: number[] = [];
  for await (const page of readAllEvents(sql, RUN)) {
    const first = [...page].map(({ payload }) => payload['n']);
    expect([...page].map(({ payload }) => payload['n'])).toEqual(first);
    seqs.push(...[...page].map(({ seq }) => seq));
  }
  expect(seqs).toEqual(Array.from({ length: SIZE }, (_, n) => n + 1));
});

test('Leaves and contents are all there, once', async () => {
  const leaves = Buffer.concat(await all(readLeaves(sql, RUN)));
  expect(leaves.equals(Buffer.concat((await rows()).map(({ leaf }) => leaf)))).toBe(true);
  const stored = await sql<{ commitment: Buffer; salt: Buffer; bytes: Buffer }[]>`
    select commitment, salt, bytes from spine.content where run = ${RUN} order by commitment`;
  const hex = (contents: readonly Content[]) =>
    contents.map(({ ref, salt, bytes }) => [toHex(ref.commitment), ref.media, toHex(salt), toHex(bytes)]);
  const expected = stored.map(({ commitment, salt, bytes }) => [
    ...[commitment.toString('hex'), 'text/plain "quoted"', salt.toString('hex'), bytes.toString('hex')],
  ]);
  expect(hex(await all(store.contents(RUN)))).toEqual(expected);
  const some = stored.filter((_, index) => index % 3 === 0).map(({ commitment }) => bytesOf(commitment));
  expect(hex(await all(readContentsOf(sql, RUN, some)))).toEqual(expected.filter((_, index) => index % 3 === 0));
  expect(await all(readContentsOf(sql, RUN, []))).toEqual([]);
});

test('The audit of all that finds nothing', async () => {
  expect(await store.audit(RUN)).toMatchObject({ events: SIZE, contents: SIZE - 1, found: 0 });
});

test('An audit that nobody waits for any more ends with the page it is at', async () => {
  const gone = new AbortController();
  let hashed = 0;
  const hasher: Hasher = {
    sha256(...parts) {
      hashed += 1;
      gone.abort(new Error('nobody waits'));
      return nodeHasher.sha256(...parts);
    },
  };
  await expect(openStore({ sql, hasher }).audit(RUN, { signal: gone.signal })).rejects.toThrow('nobody waits');
  expect(hashed).toBeGreaterThan(0);
  expect(hashed).toBeLessThan(SIZE);
  await expect(store.audit(RUN, { signal: AbortSignal.abort(new Error('gone before')) })).rejects.toThrow(
    'gone before',
  );
});
