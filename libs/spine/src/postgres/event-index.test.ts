import fc from 'fast-check';
import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { newSigner } from '../../../../test/postgres/signer.ts';
import { commitContent } from '../content.ts';
import type { EventDraft } from '../event.ts';
import { connect, type Sql } from './connect.ts';
import { openEventIndex, type EventFilter, type EventIndex } from './event-index.ts';
import { openStore } from './open-store.ts';
import type { SpineStore, StoredEvent } from './store.ts';

let database: TestDatabase;
let sql: Sql;
let store: SpineStore;
let index: EventIndex;
let stored: readonly StoredEvent[];
const RUN = 'run-1';
const TYPES = ['provenance.attested', 'dispatch.start', 'dispatch.end', 'provenance.gap', 'of.another'];

const draft = (n: number): EventDraft => ({
  type: TYPES[(n * 7 + Math.floor(n / 3)) % TYPES.length]!,
  actor: 'agent',
  payload: {
    ...(n % 3 === 0 ? { call: Math.ceil(n / 7) } : {}),
    text: `note ${n} Über ${n % 2 === 0 ? 'EVEN' : 'odd'}`,
    bytes: new Uint8Array(8).fill(n),
  },
});

beforeAll(async () => {
  database = await testDatabase();
  sql = connect(database.serviceUrl);
  store = openStore({ sql });
  index = openEventIndex(sql);
  await store.openRun({ run: RUN, workspace: 'w' });
  await (await store.takeOver(RUN)).append(...Array.from({ length: 120 }, (_, n) => draft(n)));
  stored = await store.events(RUN, { after: 0, limit: 1000 });
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

const ALL: EventFilter = { types: null, call: null, words: [] };

/** The same question, answered by reading everything. */
function matches(filter: EventFilter): number[] {
  return stored
    .filter(({ seq, type }) => {
      const { payload } = draft(seq - 1);
      return (
        (filter.types === null || filter.types.includes(type)) &&
        (filter.call === null || payload['call'] === filter.call) &&
        filter.words.every((word) => JSON.stringify([type, payload]).toLowerCase().includes(word.toLowerCase()))
      );
    })
    .map(({ seq }) => seq);
}

test('Marks and pages give what reading everything gives, for every filter', async () => {
  const filter = fc.record({
    types: fc.option(fc.subarray(TYPES, { minLength: 1 })),
    call: fc.option(fc.integer({ min: 1, max: 18 })),
    words: fc.subarray(['even', 'Note', 'über'.slice(1), '1'], { maxLength: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(filter, fc.integer({ min: 1, max: 20 }), async (wanted, every) => {
      const expected = matches(wanted);
      const marks = await index.marks(RUN, wanted, every);
      expect(marks).toEqual({ matches: expected.length, starts: expected.filter((_, n) => n % every === 0) });
      const pages = await Promise.all(
        marks.starts.map((start, n) =>
          index.page(RUN, wanted, { after: start - 1, upTo: (marks.starts[n + 1] ?? 1e9) - 1, limit: every }),
        ),
      );
      expect(pages.flat().map(({ seq }) => seq)).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test('Hex digits find the bytes they stand for', async () => {
  expect(await index.marks(RUN, { ...ALL, words: ['0909090909090909'] }, 10)).toEqual({ matches: 1, starts: [10] });
});

test('Types and calls are counted, the same before and after the seal', async () => {
  const count = (wanted: string): number => stored.filter(({ type }) => type === wanted).length;
  const byType = TYPES.map((type) => [type, count(type)]).sort();
  const counted = await index.counts(RUN);
  expect(counted).toMatchObject({ size: 120, sealed: false, calls: 18 });
  expect(counted.types.map(({ type, count: n }) => [type, n]).sort()).toEqual(byType);
  expect(counted.types.find(({ type }) => type === 'of.another')?.tier).toBe('unobserved');

  await store.openRun({ run: 'sealed', workspace: 'w' });
  const writer = await store.takeOver('sealed');
  await writer.append(...Array.from({ length: 120 }, (_, n) => draft(n)));
  await writer.seal(newSigner());
  const sealed = await index.counts('sealed');
  expect(sealed).toMatchObject({ size: 121, sealed: true });
  expect(sealed.types.map(({ type, count: n }) => [type, n]).sort()).toEqual([...byType, ['provenance.mix', 1]].sort());
});

test('The calls of a page are those it names and those begun shortly before; all of a call is given', async () => {
  expect(await index.callsAfter(RUN, { after: 2, limit: 3 })).toEqual([3, 4, 5]);
  const begun = stored.filter(({ type }) => type === 'dispatch.start').map(({ seq }) => draft(seq - 1).payload['call']);
  const named = stored.filter(({ seq }) => seq > 60 && seq <= 80).map(({ seq }) => draft(seq - 1).payload['call']);
  const earlier = begun.filter((_, n) => stored.filter(({ type }) => type === 'dispatch.start')[n]!.seq <= 60);
  const expected = [...new Set([...named, ...earlier].filter((call) => call !== undefined))].sort(
    (a, b) => Number(a) - Number(b),
  );
  expect(await index.callsBetween(RUN, { after: 60, upTo: 80 })).toEqual(expected);
  const of = await index.ofCalls(RUN, [3, 4]);
  expect(of.map(({ seq }) => seq)).toEqual([...matches({ ...ALL, call: 3 }), ...matches({ ...ALL, call: 4 })]);
});

test('What a harness says it did by itself is found by its words, until they are erased', async () => {
  const run = 'run-of-words';
  await store.openRun({ run, workspace: 'w' });
  const frame = (text: string | null): EventDraft => {
    const words = text === null ? null : commitContent(Buffer.from(text), 'text/plain');
    const raw = commitContent(Buffer.from('curl in a line'), 'application/json');
    return {
      type: 'provenance.attested',
      actor: 'agent',
      payload: { kind: 'native_command', raw: { ...raw.ref }, ...(words === null ? {} : { words: { ...words.ref } }) },
      contents: words === null ? [raw] : [raw, words],
    };
  };
  const drafts = [frame('curl https://a.example'), frame(null), frame('CURL -v'), frame('wget')];
  await (await store.takeOver(run)).append(...drafts);
  const found = async (...words: string[]) => (await index.marks(run, { ...ALL, words }, 1)).starts;
  expect(await found('curl')).toEqual([1, 3]);
  expect(await found('curl', 'native_command', 'example')).toEqual([1]);
  const [, said] = drafts[0]!.contents!;
  await store.erase(run, [said!.ref.commitment], { by: 'dpo', reason: 'asked', legalBasis: 'GDPR 17' });
  expect(await found('curl')).toEqual([3]);
});
