import { readFile, writeFile } from 'node:fs/promises';
import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { schemaDump } from '../../../../test/postgres/schema-dump.ts';
import { connect, type Sql } from './connect.ts';

const COMMITTED = new URL('../../sql/schema.txt', import.meta.url);

let database: TestDatabase;
let owner: Sql;

beforeAll(async () => {
  database = await testDatabase();
  owner = connect(database.ownerUrl, { max: 1 });
});

afterAll(async () => {
  await owner.end();
  await database.drop();
});

test('The migrations make the schema that is committed (after a wanted change: UPDATE_SCHEMA=1)', async () => {
  const dump = await schemaDump(owner, 'spine');
  if (process.env['UPDATE_SCHEMA'] === '1') await writeFile(COMMITTED, dump);
  expect(dump).toBe(await readFile(COMMITTED, 'utf8'));
});

test('Every key of every table but the one log and the policies starts with the run, and there is no sequence: it distributes by run', async () => {
  const keys = await owner<{ name: string; first: string }[]>`
    select c.relname as name, a.attname as first from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where n.nspname = 'spine' and i.indisunique
      and c.relname not in ('ledger_head_pkey', 'ledger_entry_pkey', 'ledger_subtree_pkey', 'ledger_cosignature_pkey', 'retention_pkey')`;
  expect(keys.length).toBeGreaterThanOrEqual(4);
  for (const { first } of keys) expect(first).toBe('run');
  await expect(owner`select from pg_sequences where schemaname = 'spine'`).resolves.toHaveLength(0);
});
