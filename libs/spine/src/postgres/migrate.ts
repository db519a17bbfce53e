import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SpineError } from '../errors.ts';
import type { Sql, Tx } from './connect.ts';
import { mapped } from './error-map.ts';

/** Numbered SQL files (`0001-name.sql` …) that belong together. */
export interface MigrationFolder {
  /** Stable name, e.g. `spine`, `api`: what was applied is remembered under it. */
  readonly name: string;
  readonly path: string;
}

/** The spine's own tables and functions. */
export const SPINE_MIGRATIONS: MigrationFolder = {
  name: 'spine',
  path: fileURLToPath(new URL('../../sql', import.meta.url)),
};

interface Migration {
  readonly file: string;
  readonly text: string;
  readonly checksum: string;
}

/** Any number that nobody else uses for an advisory lock. */
const LOCK = 7_382_516_044;

/**
 * Brings the database up to date: every file of every folder that was not applied yet, in order, each in one
 * transaction under an advisory lock, so that any number of processes may do it at once. Connect as the owner.
 *
 * @returns names of the files applied now, `folder/file`.
 * @throws SpineError `runseal.migration_changed` when an applied file differs from what was applied,
 *   `runseal.migration_unknown` when the database has one this program does not know (it is newer).
 */
export async function migrate(
  owner: Sql,
  folders: readonly MigrationFolder[] = [SPINE_MIGRATIONS],
): Promise<readonly string[]> {
  await mapped(owner.begin(createLedger));
  const applied: string[] = [];
  for (const folder of folders) {
    const files = await migrationsIn(folder);
    await checkApplied(owner, folder, files);
    for (const migration of files) {
      if (await mapped(owner.begin((tx) => apply(tx, folder, migration))))
        applied.push(`${folder.name}/${migration.file}`);
    }
  }
  return applied;
}

/** The files of a folder in order. Only `NNNN-….sql` counts, so a schema dump may lie beside them. */
export async function migrationsIn(folder: MigrationFolder): Promise<readonly Migration[]> {
  const names = (await readdir(folder.path)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (file) => {
      // A checkout with other line ends is still the same migration.
      const text = (await readFile(join(folder.path, file), 'utf8')).replaceAll('\r\n', '\n');
      return { file, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function createLedger(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${LOCK})`;
  const [found] = await tx<{ there: boolean }[]>`select to_regclass('runseal_migrations.applied') is not null as there`;
  if (found?.there === true) return;
  await tx.unsafe(`
    create schema if not exists runseal_migrations;
    create table runseal_migrations.applied (
      folder text not null,
      file text not null,
      checksum text not null,
      applied_at timestamptz not null default clock_timestamp(),
      primary key (folder, file)
    );
  `);
}

async function checkApplied(owner: Sql, folder: MigrationFolder, files: readonly Migration[]): Promise<void> {
  const known = new Map(files.map((migration) => [migration.file, migration.checksum]));
  const rows = await mapped(owner<{ file: string; checksum: string }[]>`
    select file, checksum from runseal_migrations.applied where folder = ${folder.name} order by file`);
  for (const { file, checksum } of rows) {
    const ours = known.get(file);
    if (ours === undefined) {
      throw new SpineError(
        'runseal.migration_unknown',
        `The database has migration ${folder.name}/${file}, which this program does not know: it was migrated by a newer version. Start that version.`,
      );
    }
    if (ours !== checksum) throw changed(folder, file);
  }
}

/** False when another process applied it in the meantime. */
async function apply(tx: Tx, folder: MigrationFolder, migration: Migration): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(${LOCK})`;
  const [done] = await tx<{ checksum: string }[]>`
    select checksum from runseal_migrations.applied where folder = ${folder.name} and file = ${migration.file}`;
  if (done !== undefined) {
    if (done.checksum !== migration.checksum) throw changed(folder, migration.file);
    return false;
  }
  await tx.unsafe(migration.text);
  await tx`
    insert into runseal_migrations.applied (folder, file, checksum)
    values (${folder.name}, ${migration.file}, ${migration.checksum})`;
  return true;
}

function changed(folder: MigrationFolder, file: string): SpineError {
  return new SpineError(
    'runseal.migration_changed',
    `Migration ${folder.name}/${file} was applied with another text. Restore the file as it was and put the change into a new one.`,
  );
}
