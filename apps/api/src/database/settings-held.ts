import type { Sql } from '@runseal/spine/postgres';

/** A connection does not have what it was started with. */
export class SettingsLostError extends Error {
  override readonly name = 'SettingsLostError';
  readonly code = 'connection_settings_lost';
}

/** What `connect` and `connectService` start every connection with, and nothing works safely without. */
const STARTED_WITH = ['synchronous_commit', 'idle_in_transaction_session_timeout'];

/**
 * Something between us and the server (a pooler in transaction mode) may hand our questions to connections of its own: commits
 * would be acknowledged before they are durable where the server's default says so, the service would have its owner's
 * rights, and no notice would be heard. Throws SettingsLostError `connection_settings_lost` when a setting did not come along.
 */
export async function checkSettingsHeld(sql: Sql): Promise<void> {
  const rows = await sql<{ name: string; source: string }[]>`
    select name, source from pg_settings where name in ${sql(STARTED_WITH)} and source <> 'client'`;
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new SettingsLostError(
    `The connection lost the settings it was started with (${names}): a pooler in between drops them. Connect to Postgres directly, or through a pooler in session mode that passes start-up parameters on.`,
  );
}
