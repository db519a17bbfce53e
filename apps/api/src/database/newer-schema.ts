import { migrationsIn, SPINE_MIGRATIONS, type Sql } from '@runseal/spine/postgres';
import { API_MIGRATIONS } from './migrations.ts';

/** Names of what this program brings, `folder/file`. */
export async function knownMigrations(): Promise<readonly string[]> {
  const folders = [SPINE_MIGRATIONS, API_MIGRATIONS];
  const names = folders.map(async (folder) => (await migrationsIn(folder)).map(({ file }) => `${folder.name}/${file}`));
  return (await Promise.all(names)).flat();
}

/** What the database has and this program does not know: a newer version has migrated it. As the service may see it. */
export async function newerMigrations(sql: Sql, known: readonly string[]): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select folder || '/' || file as name from runseal_migrations.applied
    where folder in (${SPINE_MIGRATIONS.name}, ${API_MIGRATIONS.name})
      and folder || '/' || file <> all (string_to_array(${known.join(',')}, ','))
    order by 1`;
  return rows.map(({ name }) => name);
}
