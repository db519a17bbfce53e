import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { connect, type Sql } from './connect.ts';
import { migrate, SPINE_MIGRATIONS } from './migrate.ts';

let database: TestDatabase;
let owner: Sql;
let folder: string;

beforeAll(async () => {
  database = await testDatabase([]);
  owner = connect(database.ownerUrl, { max: 4 });
  folder = await mkdtemp(join(tmpdir(), 'runseal-migrations-'));
});

afterAll(async () => {
  await owner.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

test('Any number of processes migrate at once, and each file is applied once', async () => {
  const runs = await Promise.all([migrate(owner), migrate(owner), migrate(owner)]);
  const files = runs.flat();
  expect(new Set(files).size).toBe(files.length);
  expect(files).toContain('spine/0001-schema.sql');
  await expect(migrate(owner)).resolves.toEqual([]);
});

test('A folder of somebody else is migrated beside the spine, under its own name', async () => {
  const api = { name: 'api', path: folder };
  await writeFile(join(folder, '0001-thing.sql'), 'create schema api; create table api.thing (id text primary key);');
  await writeFile(join(folder, 'notes.sql'), 'this is no migration');
  await expect(migrate(owner, [SPINE_MIGRATIONS, api])).resolves.toEqual(['api/0001-thing.sql']);
});

test('A migration that fails leaves nothing behind', async () => {
  const api = { name: 'half', path: await mkdtemp(join(folder, 'half-')) };
  await writeFile(join(api.path, '0001-half.sql'), 'create table public.half (id int); select 1 / 0;');
  await expect(migrate(owner, [api])).rejects.toMatchObject({ code: '22012' });
  const [row] = await owner`select to_regclass('public.half') is null as absent`;
  expect(row).toEqual({ absent: true });
});

test('An applied file that was changed since is refused', async () => {
  const api = { name: 'changed', path: await mkdtemp(join(folder, 'changed-')) };
  const file = join(api.path, '0001-first.sql');
  await writeFile(file, 'select 1;\n');
  await migrate(owner, [api]);
  await writeFile(file, 'select 1;\r\n');
  await expect(migrate(owner, [api])).resolves.toEqual([]);
  await writeFile(file, 'select 2;\n');
  await expect(migrate(owner, [api])).rejects.toMatchObject({ code: 'runseal.migration_changed' });
});

test('A database that is newer than the program is refused', async () => {
  const api = { name: 'newer', path: await mkdtemp(join(folder, 'newer-')) };
  const file = join(api.path, '0001-first.sql');
  await writeFile(file, 'select 1;\n');
  await migrate(owner, [api]);
  await rm(file);
  await expect(migrate(owner, [api])).rejects.toMatchObject({ code: 'runseal.migration_unknown' });
});
