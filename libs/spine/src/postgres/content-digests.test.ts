import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { toHex } from '../bytes.ts';
import { commitContent } from '../content.ts';
import { nodeHasher } from '../node/hash.ts';
import { connect, type Sql } from './connect.ts';
import { readContentDigests } from './content-digests.ts';
import { openStore } from './open-store.ts';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await testDatabase();
  sql = connect(database.serviceUrl);
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

test('Digests are those of the contents that are still there, of that run alone', async () => {
  const store = openStore({ sql });
  const contents = ['', 'one', 'two'.repeat(100_000), 'gone'].map((text) =>
    commitContent(new TextEncoder().encode(text), 'text/plain'),
  );
  for (const run of ['a', 'b']) await store.openRun({ run, workspace: 'w' });
  const writer = await store.takeOver('a');
  await writer.append({ type: 'provenance.attested', actor: 'agent', payload: { kind: 'progress' }, contents });
  const gone = contents[3]!.ref.commitment;
  await store.erase('a', [gone], { by: 'me', reason: 'asked for', legalBasis: 'consent withdrawn' });
  const asked = [...contents.map(({ ref }) => toHex(ref.commitment)), 'ff'.repeat(32), '', 'ab'];
  const digests = await readContentDigests(sql, 'a', asked);
  expect(new Map([...digests].map(([hex, digest]) => [hex, toHex(digest)]))).toEqual(
    new Map(contents.slice(0, 3).map(({ ref, bytes }) => [toHex(ref.commitment), toHex(nodeHasher.sha256(bytes))])),
  );
  expect(await readContentDigests(sql, 'a', [])).toEqual(new Map());
  expect(await readContentDigests(sql, 'b', asked)).toEqual(new Map());
});
