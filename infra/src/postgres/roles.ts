import postgres from 'postgres';
import { DATABASE, ROLES, urlOf, type Access } from './access.ts';

/**
 * Creates the two roles the program works with, and its database, when they are missing: the owner migrates, the
 * service reads and appends through functions. Neither is a superuser; neither can create roles.
 */
export async function createRoles(access: Access, port: number): Promise<void> {
  const url = new URL(urlOf('superuser', access, port));
  url.pathname = '/postgres';
  // A failed statement would be logged with the password in it.
  const sql = postgres(url.href, {
    max: 1,
    fetch_types: false,
    onnotice: () => undefined,
    connection: { log_min_error_statement: 'panic' },
  });
  try {
    await createLogin(sql, ROLES.owner, access.owner);
    await createLogin(sql, ROLES.service, access.service);
    const there = await sql`select 1 from pg_database where datname = ${DATABASE}`;
    if (there.length === 0) await sql.unsafe(`create database ${DATABASE} owner ${ROLES.owner}`);
    await sql.unsafe(
      `revoke all on database ${DATABASE} from public; grant connect on database ${DATABASE} to ${ROLES.service}`,
    );
  } finally {
    await sql.end();
  }
}

async function createLogin(sql: postgres.Sql, role: string, password: string): Promise<void> {
  const there = await sql`select 1 from pg_roles where rolname = ${role}`;
  // Both are ours and hold no quote: the role is a constant, the password base64url.
  if (there.length === 0)
    await sql.unsafe(`create role ${role} login nosuperuser nocreatedb nocreaterole password '${password}'`);
}
