import type { Sql } from 'postgres';
import { hashOf, newKey, prefixOf } from './credential.ts';

export interface NewKey {
  /** Shown once; only its hash is kept. */
  readonly key: string;
  readonly principal: string;
}

/**
 * Creates the principal when it is new, and one more key for it. `workspaces` null means all of them, or those it has. Throws
 * TypeError for a principal that has others: the new key would open what nobody meant it to.
 */
export async function createKey(sql: Sql, name: string, workspaces: readonly string[] | null = null): Promise<NewKey> {
  const key = newKey();
  const principal = principalOf(name);
  for (const workspace of workspaces ?? []) requireWorkspaceName(workspace);
  await sql.begin(async (tx) => {
    await tx`insert into runseal.principal (principal, name, workspaces) values (${principal}, ${name}, string_to_array(${workspaces?.join(',') ?? null}, ','))
      on conflict (principal) do nothing`;
    const [has] = await tx<{ workspaces: readonly string[] | null }[]>`
      select to_json(workspaces) as workspaces from runseal.principal where principal = ${principal}`;
    if (workspaces !== null) refuseOthers(principal, workspaces, has!.workspaces);
    await tx`insert into runseal.api_key (key_hash, prefix, principal) values (${hashOf(key)}, ${prefixOf(key)}, ${principal})`;
  });
  return { key, principal };
}

/** A name that no goal can have would be a key to nothing; one with a comma in it, a key to two workspaces. */
function requireWorkspaceName(workspace: string): void {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(workspace))
    throw new TypeError(
      `workspace: "${workspace.slice(0, 64)}" is no workspace; their names are of a-z, 0-9 and -, at most 63`,
    );
}

function refuseOthers(principal: string, asked: readonly string[], has: readonly string[] | null): void {
  const same = has !== null && asked.length === has.length && asked.every((workspace) => has.includes(workspace));
  if (same) return;
  const may = has === null ? 'all workspaces' : `the workspaces ${has.join(', ') || '(none)'}`;
  throw new TypeError(`name: "${principal}" is there already and may use ${may}; choose another name`);
}

/** Creates the first key of an installation; null when there is one already. Safe to race. */
export async function ensureFirstKey(sql: Sql, name: string): Promise<NewKey | null> {
  const key = newKey();
  const principal = principalOf(name);
  return sql.begin(async (tx) => {
    await tx`lock table runseal.api_key in share row exclusive mode`;
    if ((await tx`select 1 from runseal.api_key limit 1`).length > 0) return null;
    await tx`insert into runseal.principal (principal, name) values (${principal}, ${name}) on conflict do nothing`;
    await tx`insert into runseal.api_key (key_hash, prefix, principal) values (${hashOf(key)}, ${prefixOf(key)}, ${principal})`;
    return { key, principal };
  });
}

/** A principal id is a plain word; the name may be anything a person writes. */
function principalOf(name: string): string {
  if (name.length > 128 || name.includes('\0'))
    throw new TypeError('name: must have at most 128 characters, and no NUL');
  const word = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._@-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, 128);
  if (RESERVED.has(word))
    throw new TypeError(`name: "${name}" is what the record calls parts of this program; choose another`);
  if (word === '') throw new TypeError(`name: "${name.slice(0, 64)}" has no letter or digit to make an id of`);
  return word;
}

/** Names under which the program itself halts runs. */
const RESERVED = new Set(['worker', 'waist', 'system']);
